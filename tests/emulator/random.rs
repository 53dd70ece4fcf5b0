//! Random configurations of the kitchen's dish, one after the other: whatever they are, no answer breaks a rule of core's.
//!
//! The provider may refuse them, and its handlers do what they like with null; what counts is that the runtime never plans
//! or returns what core would call a bug.

use super::kitchen::{everything, kitchen};
use super::values::{any, changed};
use crate::random::Random;
use terraform_provider_kitchen::generated::resources::dish::DishModel;
use tfgen_runtime::ResourceModel;
use tfgen_runtime::cty::{Type, Value};
use tfgen_runtime::schema::implied_type::block_type;
use tfgen_runtime::schema::{Attribute, Block, Mode, NestedBlock};
use tfgen_testing::{Error, Hcl, Resource};

const STORIES: usize = 50;
const CHANGES: usize = 4;

/// A stored object as a configuration that asks for it: without what only the provider gives.
fn configured(block: &Block, object: &Value) -> Value {
    let Value::Object(members) = object else { return object.clone() };
    let of = |name: &str, value: &Value| {
        let attribute = block.attributes.iter().find(|attribute| attribute.name == name);
        let nested = block.blocks.iter().find(|nested| nested.name == name);
        match (attribute, nested) {
            (Some(Attribute { mode: Mode::Computed, .. }), _) => Value::Null,
            (Some(attribute), _) => match attribute.nested() {
                Some((_, block)) => each(value, &|one| configured(&block, one)),
                None => value.clone(),
            },
            (None, Some(NestedBlock { block, .. })) => each(value, &|one| configured(block, one)),
            (None, None) => value.clone(),
        }
    };
    Value::object(members.iter().map(|(name, value)| (name, of(name, value))))
}

/// Every object of a single, list, set or map.
fn each(value: &Value, change: &dyn Fn(&Value) -> Value) -> Value {
    match value {
        Value::List(elements) => Value::list(elements.iter().map(change)),
        Value::Set(elements) => Value::set(elements.iter().map(change)),
        Value::Map(members) => Value::map(members.iter().map(|(key, member)| (key, change(member)))),
        other => change(other),
    }
}

/// The value with everything in it known, as it may turn out.
fn settled(random: &mut Random, value: &Value, ty: &Type) -> Value {
    match (value, ty) {
        (Value::Unknown(unknown), ty) => {
            let allowed = |value: &Value| unknown.refinement().is_none_or(|refinement| refinement.allows(value));
            let tries = (0..30).map(|_| any(random, ty)).collect::<Vec<_>>();
            let fits = tries.into_iter().find(|value| value.is_wholly_known() && allowed(value));
            fits.or_else(|| Some(Value::string("dish-7")).filter(|text| *ty == Type::String && allowed(text)))
                .unwrap_or_default()
        }
        (Value::List(elements), Type::List(ty)) => Value::list(elements.iter().map(|one| settled(random, one, ty))),
        (Value::Set(elements), Type::Set(ty)) => Value::set(elements.iter().map(|one| settled(random, one, ty))),
        (Value::Map(members), Type::Map(ty)) => {
            Value::map(members.iter().map(|(key, one)| (key, settled(random, one, ty))).collect::<Vec<_>>())
        }
        (Value::Object(members), Type::Object(object)) => Value::object(
            members
                .iter()
                .map(|(name, one)| (name, settled(random, one, &object.attributes()[name])))
                .collect::<Vec<_>>(),
        ),
        (Value::Tuple(elements), Type::Tuple(types)) => Value::tuple(
            elements.iter().zip(types.iter()).map(|(one, ty)| settled(random, one, ty)).collect::<Vec<_>>(),
        ),
        (other, _) => other.clone(),
    }
}

/// An error is the provider's own, or Terraform's about the configuration; it is never a breach.
#[track_caller]
fn no_breach(what: &str, config: &Value, error: &Error) {
    assert!(error.breaches().is_empty(), "{what} of {}\n{error}", Hcl::from(config));
}

#[test]
fn no_random_configuration_makes_the_runtime_break_a_rule() {
    let (core, _folder) = kitchen();
    let (dishes, block) = (core.resource("kitchen_dish"), DishModel::SCHEMA.block);
    let ty = block_type(&block);
    let base = configured(&block, dishes.create(everything()).unwrap().state().as_value());
    let (mut random, mut planned, mut applied) = (Random(0x1234_5678_9abc_def1), 0, 0);
    for story in 0..STORIES {
        let mut dish: Option<Resource> = None;
        for _ in 0..CHANGES {
            let rarity = [400, 120, 40, 15][story % 4];
            let config = configured(&block, &changed(&mut random, &base, &ty, rarity));
            let plan = match &dish {
                Some(dish) => dish.plan(&config),
                None => dishes.plan(&config),
            };
            let plan = match plan {
                Ok(plan) => plan,
                Err(error) => {
                    no_breach("the plan", &config, &error);
                    continue;
                }
            };
            planned += 1;
            match plan.apply_with(settled(&mut random, &config, &ty)) {
                Ok(resource) => {
                    applied += 1;
                    if let Err(error) = resource.expect_empty_plan() {
                        no_breach("the second plan", &config, &error);
                    }
                    dish = Some(resource);
                }
                Err(error) => {
                    no_breach("the apply", &config, &error);
                    dish = error.into_kept();
                }
            }
        }
        if let Some(Err(error)) = dish.map(|dish| dish.destroy()) {
            no_breach("the destruction", &base, &error);
        }
    }
    assert!(planned > STORIES && applied > STORIES / 2, "{planned} planned and {applied} applied: too few to say much");
}
