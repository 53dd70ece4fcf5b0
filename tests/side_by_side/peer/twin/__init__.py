"""The peer of the side-by-side run: a provider made with pyvider, with the things that the kitchen example has.

Objects are JSON files in the folder that TWIN_STORE names, since pyvider takes no provider attributes.
"""

import json
import os
import pathlib
import time
from datetime import datetime, timedelta, timezone
from typing import Optional

import attrs

from pyvider.actions import ActionProgress, BaseAction, register_action
from pyvider.actions.types import DeferralReason
from pyvider.data_sources import BaseDataSource, register_data_source
from pyvider.cty import CtyNumber, CtyString, CtyValue
from pyvider.ephemerals import BaseEphemeralResource, register_ephemeral_resource
from pyvider.exceptions.deferral import Deferral
from pyvider.exceptions.function import FunctionError
from pyvider.functions import register_function
from pyvider.list_resources import BaseListResource, ListResult, register_list_resource
from pyvider.providers import BaseProvider, ProviderMetadata, register_provider
from pyvider.resources import BaseResource, register_resource
from pyvider.resources.private_state import PrivateState
from pyvider.schema import a_list, a_map, a_num, a_obj, a_str, b_list, s_data_source, s_identity, s_resource
from pyvider.state_stores import FileSystemStateStore, register_state_store

STORE = pathlib.Path(os.environ.get("TWIN_STORE", "."))


def file_of(name):
    return STORE / f"{name}.json"


def keep(name, model):
    file_of(name).write_text(json.dumps(attrs.asdict(model), default=str))


def kept(name):
    return json.loads(file_of(name).read_text()) if file_of(name).exists() else None


def next_id():
    return next(f"dish-{n}" for n in range(1, 1000) if not file_of(f"dish-{n}").exists())


@register_provider("twin")
class Twin(BaseProvider):
    def __init__(self):
        super().__init__(metadata=ProviderMetadata(name="twin", version="1.0.0"))

    @classmethod
    def get_provider_meta_schema(cls):
        return s_data_source({"module": a_str(optional=True), "guests": a_num(optional=True)})


@attrs.define
class DishConfig:
    name: str
    servings: int | None = None
    origin: str | None = None
    price: object | None = None
    recipe: str | None = None
    tags: dict[str, str] | None = None
    steps: list[str] | None = None
    failure: str | None = None
    note: str | None = None


@attrs.define
class Dish(DishConfig):
    id: str | None = None
    revision: int | None = None
    comment: str | None = None


def found(name):
    data = kept(name)
    if data is None:
        return None
    for number in ("servings", "revision"):
        data[number] = None if data[number] is None else int(data[number])
    return Dish(**data)


@register_resource("twin_dish")
class DishResource(BaseResource):
    config_class = DishConfig
    state_class = Dish

    @classmethod
    def get_schema(cls):
        return s_resource(
            {
                "id": a_str(computed=True),
                "name": a_str(required=True),
                "servings": a_num(optional=True, computed=True, default=2),
                "origin": a_str(optional=True, requires_replace=True),
                "price": a_num(optional=True),
                "recipe": a_str(optional=True, write_only=True),
                "tags": a_map(a_str(), optional=True),
                "steps": a_list(a_str(), optional=True),
                "failure": a_str(optional=True),
                "note": a_str(optional=True, deprecated=True),
                "revision": a_num(computed=True),
                "comment": a_str(computed=True),
            }
        )

    @classmethod
    def get_identity_schema(cls):
        return s_identity({"id": a_str(required=True)})

    async def _validate_config(self, config):
        return ["The name is too long"] if config.name and len(config.name) > 20 else []

    async def _create(self, ctx, base_plan):
        if ctx.config is not None and ctx.config.failure == "defer":
            raise Deferral(DeferralReason.ABSENT_PREREQ)
        if ctx.config is not None and ctx.config.failure == "plan":
            raise RuntimeError("the plan is torn")
        return base_plan, None

    async def _update(self, ctx, base_plan):
        configured = ("name", "servings", "origin", "price", "tags", "steps", "failure", "note")
        if all(base_plan.get(name) == getattr(ctx.state, name) for name in configured):
            return base_plan, None
        base_plan["revision"] = CtyValue.unknown(CtyNumber())
        base_plan["comment"] = CtyValue.unknown(CtyString())
        return base_plan, None

    async def import_state(self, ctx, import_id):
        return found(import_id or (ctx.identity or {}).get("id"))

    def cooked(self, ctx, name, revision):
        recipe = ctx.config.recipe if ctx.config else None
        comment = f"a recipe of {len(recipe)} letters" if recipe else "none"
        return attrs.evolve(ctx.planned_state, id=name, revision=revision, recipe=None, comment=comment)

    async def _create_apply(self, ctx):
        failure = ctx.config.failure if ctx.config else None
        if failure == "before_create":
            raise RuntimeError("The stove is off")
        if failure == "slow":
            time.sleep(0.5)
            dish = self.cooked(ctx, ctx.planned_state.name, 1)
        else:
            dish = self.cooked(ctx, next_id(), 1)
        keep(dish.id, dish)
        if failure == "long":
            time.sleep(4)
        if failure == "panic":
            raise RuntimeError("the cook slipped")
        if failure == "after_create":
            ctx.add_error("The dish fell down")
        return dish, None

    async def _update_apply(self, ctx):
        dish = self.cooked(ctx, ctx.state.id, int(ctx.state.revision or 0) + 1)
        keep(dish.id, dish)
        return dish, None

    async def read(self, ctx):
        name = (ctx.state.id if ctx.state is not None else None) or (ctx.identity or {}).get("id")
        if ctx.state is not None and ctx.state.failure == "read":
            raise RuntimeError("the shelf is locked")
        dish = found(name)
        if dish is not None and ctx.state is not None and ctx.state.name:
            dish = attrs.evolve(dish, price=ctx.state.price)
        return dish

    async def _delete_apply(self, ctx):
        file_of(ctx.state.id).unlink(missing_ok=True)


@attrs.define
class MenuConfig:
    prefix: str | None = None


@attrs.define
class Menu(MenuConfig):
    dishes: list[dict] | None = None


@register_data_source("twin_menu")
class MenuSource(BaseDataSource):
    config_class = MenuConfig
    state_class = Menu

    @classmethod
    def get_schema(cls):
        dish = a_obj({"id": a_str(), "name": a_str()})
        return s_data_source({"prefix": a_str(optional=True), "dishes": a_list(dish, computed=True)})

    async def _validate_config(self, config):
        return []

    async def read(self, ctx):
        all_dishes = [json.loads(file.read_text()) for file in sorted(STORE.glob("dish-*.json"))]
        return Menu(prefix=None, dishes=[{"id": dish["id"], "name": dish["name"]} for dish in all_dishes])


@attrs.define
class CardConfig:
    text: str


@attrs.define
class Card(CardConfig):
    id: str | None = None


@attrs.define
class RecipeConfig:
    name: str
    portions: int | None = None


@attrs.define
class Recipe(RecipeConfig):
    id: str | None = None


class Plain(BaseResource):
    async def _validate_config(self, config):
        return []

    async def _create_apply(self, ctx):
        made = attrs.evolve(ctx.planned_state, id=next_id())
        keep(made.id, made)
        return made, None

    async def _update_apply(self, ctx):
        made = attrs.evolve(ctx.planned_state, id=ctx.state.id)
        keep(made.id, made)
        return made, None

    async def read(self, ctx):
        data = kept(ctx.state.id)
        return None if data is None else ctx.state

    async def _delete_apply(self, ctx):
        file_of(ctx.state.id).unlink(missing_ok=True)


@register_resource("twin_card")
class CardResource(Plain):
    config_class = CardConfig
    state_class = Card

    @classmethod
    def get_schema(cls):
        return s_resource({"id": a_str(computed=True), "text": a_str(required=True)}, version=1)


@register_resource("twin_recipe")
class RecipeResource(Plain):
    config_class = RecipeConfig
    state_class = Recipe

    @classmethod
    def get_schema(cls):
        attributes = {"id": a_str(computed=True), "name": a_str(required=True), "portions": a_num(optional=True)}
        return s_resource(attributes, version=2)

    @classmethod
    async def upgrade_state(cls, version, raw_state):
        if version < 1:
            raw_state["name"] = raw_state.pop("title")
            raw_state["portions"] = int(raw_state["portions"])
        if version < 2:
            raw_state.pop("rating", None)
        return raw_state

    async def move_state(self, source_provider_address, source_type_name, source_state, source_schema_version):
        if source_type_name != "twin_card":
            return None
        return {"id": source_state["id"], "name": source_state["text"], "portions": None}


@attrs.define
class TableConfig:
    name: str
    side: list[dict] | None = None


@attrs.define
class Table(TableConfig):
    id: str | None = None


@register_resource("twin_table")
class TableResource(Plain):
    config_class = TableConfig
    state_class = Table

    @classmethod
    def get_schema(cls):
        sides = b_list("side", attributes={"name": a_str(required=True)})
        return s_resource({"id": a_str(computed=True), "name": a_str(required=True)}, block_types=[sides])


@attrs.define(frozen=True)
class SafePrivate(PrivateState):
    combination: str = ""


@attrs.define
class SafeConfig:
    label: str


@attrs.define
class Safe(SafeConfig):
    id: str | None = None


@register_resource("twin_safe")
class SafeResource(Plain):
    config_class = SafeConfig
    state_class = Safe
    private_state_class = SafePrivate

    @classmethod
    def get_schema(cls):
        return s_resource({"id": a_str(computed=True), "label": a_str(required=True)})

    async def _create_apply(self, ctx):
        made = attrs.evolve(ctx.planned_state, id=next_id())
        keep(made.id, made)
        return made, SafePrivate(combination="12-34-56")


@attrs.define
class PlateConfig:
    name: str
    color: str | None = None


@attrs.define
class Plate(PlateConfig):
    id: str | None = None


def plate_file(name):
    return STORE / "plates" / f"{name}.json"


@register_resource("twin_plate")
class PlateResource(BaseResource):
    config_class = PlateConfig
    state_class = Plate

    @classmethod
    def get_schema(cls):
        color = a_str(optional=True, computed=True, default="white")
        return s_resource({"id": a_str(computed=True), "name": a_str(required=True), "color": color})

    @classmethod
    def get_identity_schema(cls):
        return s_identity({"id": a_str(required=True)})

    async def _validate_config(self, config):
        return []

    async def import_state(self, ctx, import_id):
        name = import_id or (ctx.identity or {}).get("id")
        return Plate(**json.loads(plate_file(name).read_text())) if plate_file(name).exists() else None

    async def _create_apply(self, ctx):
        made = attrs.evolve(ctx.planned_state, id=f"plate-{ctx.planned_state.name}")
        plate_file("").parent.mkdir(exist_ok=True)
        plate_file(made.id).write_text(json.dumps(attrs.asdict(made)))
        return made, None

    async def read(self, ctx):
        name = (ctx.state.id if ctx.state is not None else None) or (ctx.identity or {}).get("id")
        file = plate_file(name)
        return Plate(**json.loads(file.read_text())) if file.exists() else None

    async def _delete_apply(self, ctx):
        plate_file(ctx.state.id).unlink(missing_ok=True)


@attrs.define
class PlateListConfig:
    prefix: str | None = None


@register_list_resource("twin_plate", resource_type="twin_plate")
class PlateList(BaseListResource):
    config_class = PlateListConfig

    @classmethod
    def get_schema(cls):
        return s_data_source({"prefix": a_str(optional=True)})

    async def list(self, ctx):
        for file in sorted((STORE / "plates").glob("*.json")):
            data = json.loads(file.read_text())
            plate = data if ctx.include_resource_object else None
            yield ListResult(identity={"id": data["id"]}, display_name=data["name"], resource_object=plate)


@attrs.define
class WashConfig:
    plates: list[str]
    failure: str | None = None


@register_action("twin_wash")
class Wash(BaseAction):
    config_class = WashConfig

    @classmethod
    def get_schema(cls):
        return s_data_source({"plates": a_list(a_str(), required=True), "failure": a_str(optional=True)})

    async def invoke(self, ctx):
        for plate in ctx.config.plates:
            yield ActionProgress(message=f"washed {plate} (1)")
        if ctx.config.failure:
            raise RuntimeError("The water is cold")


@register_function(name="label", summary="Joins the parts of a dish's label.")
def label(name: str, number: Optional[int], *words: str) -> str:
    parts = [name] + ([] if number is None else [f"no. {number}"]) + list(words)
    return " ".join(parts)


@register_function(name="half", summary="Half of an even number.")
def half(number: int) -> int:
    if number % 2:
        raise FunctionError("the number is odd", argument_index=0)
    return number // 2


@attrs.define
class TicketConfig:
    guest: str


@attrs.define
class Ticket(TicketConfig):
    code: str = ""


@attrs.define(frozen=True)
class TicketPrivate(PrivateState):
    guest: str = ""


@register_ephemeral_resource("twin_ticket")
class TicketResource(BaseEphemeralResource):
    config_class = TicketConfig
    result_class = Ticket
    private_state_class = TicketPrivate

    @classmethod
    def get_schema(cls):
        return s_data_source({"guest": a_str(required=True), "code": a_str(computed=True, sensitive=True)})

    async def open(self, ctx):
        guest = ctx.config.guest
        soon = datetime.now(timezone.utc) + timedelta(seconds=300)
        return Ticket(guest=guest, code=f"code of {guest}"), TicketPrivate(guest=guest), soon

    async def renew(self, ctx):
        return ctx.private_state, datetime.now(timezone.utc) + timedelta(seconds=300)

    async def close(self, ctx):
        with open(STORE / "tickets.log", "a") as log:
            log.write(f"close {ctx.private_state.guest}\n")


@register_state_store("twin_drawer")
class Drawer(FileSystemStateStore):
    pass
