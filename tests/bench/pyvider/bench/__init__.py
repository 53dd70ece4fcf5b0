"""The bench provider over pyvider, the peer of ../provider: the same schema, the same behaviour."""

import attrs

from pyvider.list_resources import BaseListResource, ListResult, register_list_resource
from pyvider.providers import BaseProvider, ProviderMetadata, register_provider
from pyvider.resources import BaseResource, register_resource
from pyvider.schema import a_bool, a_map, a_num, a_str, b_list, b_set, s_data_source, s_identity, s_resource
from pyvider.state_stores import register_state_store
from pyvider.state_stores.memory import InMemoryStateStore

OBJECTS = {}


@register_provider("bench")
class Bench(BaseProvider):
    def __init__(self):
        super().__init__(metadata=ProviderMetadata(name="bench", version="1.0.0"))


class Kept(BaseResource):
    """A resource whose objects are kept in memory, under an id made of their name."""

    kind = ""
    made = {}

    @classmethod
    def get_identity_schema(cls):
        return s_identity({"id": a_str(required=True)})

    async def _validate_config(self, config):
        return []

    async def _create_apply(self, ctx):
        return self.keep(ctx, f"{self.kind}-{ctx.planned_state.name}")

    async def _update_apply(self, ctx):
        return self.keep(ctx, ctx.state.id)

    def keep(self, ctx, name):
        made = attrs.evolve(ctx.planned_state, id=name, **self.made)
        OBJECTS[name] = made
        return made, None

    async def read(self, ctx):
        # What another process has made is as it was.
        return OBJECTS.get(ctx.state.id, ctx.state)

    async def _delete_apply(self, ctx):
        OBJECTS.pop(ctx.state.id, None)


def resource(kind, attributes, blocks=(), made=None):
    """Registers a resource with the attributes that its schema names."""
    configured = {name: None for name, attribute in attributes.items() if not (attribute.computed and not attribute.optional)}
    configured |= {block.type_name: None for block in blocks}
    config_class = attrs.make_class(f"{kind.title()}Config", {name: attrs.field(default=None) for name in configured})
    provided = {name: attrs.field(default=None) for name in attributes if name not in configured}
    state_class = attrs.make_class(kind.title(), provided, bases=(config_class,))

    def get_schema(cls):
        return s_resource(attributes, block_types=list(blocks)) if blocks else s_resource(attributes)

    members = {
        "kind": kind,
        "made": made or {},
        "config_class": config_class,
        "state_class": state_class,
        "get_schema": classmethod(get_schema),
    }
    return register_resource(f"bench_{kind}")(type(f"{kind.title()}Resource", (Kept,), members))


Small = resource(
    "small",
    {
        "id": a_str(computed=True),
        "name": a_str(required=True),
        "size": a_num(optional=True),
        "enabled": a_bool(optional=True, computed=True, default=True),
        "tags": a_map(a_str(), optional=True),
    },
)
Text = resource(
    "text",
    {"id": a_str(computed=True), "name": a_str(required=True), "body": a_str(required=True)},
)
WIDE = {"id": a_str(computed=True), "name": a_str(required=True)}
WIDE |= {f"text_{n:02}": a_str(optional=True) for n in range(1, 61)}
WIDE |= {f"number_{n:02}": a_num(optional=True) for n in range(1, 21)}
WIDE |= {f"flag_{n:02}": a_bool(optional=True, computed=True, default=False) for n in range(1, 11)}
MADE = {f"made_{n:02}": "made" for n in range(1, 9)}
WIDE |= {name: a_str(computed=True) for name in MADE}
Wide = resource("wide", WIDE, made=MADE)

RULE = {"host": a_str(required=True), "port": a_num(optional=True), "text": a_str(optional=True)}
Rules = resource(
    "rules",
    {"id": a_str(computed=True), "name": a_str(required=True)},
    blocks=[b_set("rule", attributes=RULE)],
)


def nested(name, *inner):
    attributes = {"label": a_str(required=True), "size": a_num(optional=True)}
    return b_list(name, attributes=attributes, block_types=[nested(*inner)] if inner else [])


Deep = resource(
    "deep",
    {"id": a_str(computed=True), "name": a_str(required=True)},
    blocks=[nested("a", "b", "c", "d", "e", "f")],
)


@attrs.define
class SmallListConfig:
    total: int


@register_list_resource("bench_small", resource_type="bench_small")
class SmallList(BaseListResource):
    config_class = SmallListConfig

    @classmethod
    def get_schema(cls):
        return s_data_source({"total": a_num(required=True)})

    async def list(self, ctx):
        for n in range(int(ctx.config.total)):
            name = f"object {n}"
            small = None
            if ctx.include_resource_object:
                small = {"id": f"small-{n}", "name": name, "size": n, "enabled": True, "tags": None}
            yield ListResult(identity={"id": f"small-{n}"}, display_name=name, resource_object=small)


@register_state_store("bench_memory")
class Memory(InMemoryStateStore):
    pass
