//! Values that do not fit their schema: no step of planning and checking panics over them, and the checks find them.

use tfgen_cty::{Number, Path, Type, Value, conform};
use tfgen_runtime::planning::{PlanInput, apply_state, data_state, plan, read_state, with_defaults};
use tfgen_runtime::schema::implied_type::block_type;
use tfgen_runtime::{check, validate};

use super::random::{Random, config, schema};
use super::tables::resource_of;

/// The value with something else in some places.
fn bent(random: &mut Random, value: &Value, once_in: usize) -> Value {
    let value = if random.once_in(once_in) { odd(random, 3) } else { value.clone() };
    match value {
        Value::Object(members) => {
            Value::object(members.into_iter().map(|(name, member)| (name, bent(random, &member, once_in))))
        }
        Value::List(elements) => Value::list(elements.iter().map(|element| bent(random, element, once_in))),
        Value::Set(elements) => Value::set(elements.iter().map(|element| bent(random, element, once_in))),
        Value::Map(members) => {
            Value::map(members.into_iter().map(|(key, member)| (key, bent(random, &member, once_in))))
        }
        other => other,
    }
}

/// Any value at all.
fn odd(random: &mut Random, depth: usize) -> Value {
    let below = |random: &mut Random| odd(random, depth.saturating_sub(1));
    match random.below(if depth == 0 { 6 } else { 12 }) {
        0 => Value::Null,
        1 => Value::unknown(),
        2 => Value::Bool(true),
        3 => Value::string("0"),
        4 => Value::Number(Number::from_f64(f64::INFINITY).unwrap()),
        5 => Value::number(1),
        6 => Value::list([below(random), below(random)]),
        7 => Value::set([below(random), below(random)]),
        8 => Value::map([("a", below(random)), ("b", below(random))]),
        9 => Value::object([("a", below(random)), ("x", below(random))]),
        10 => Value::Tuple(vec![below(random)]),
        _ => Value::dynamic(Type::String, below(random)),
    }
}

#[test]
fn no_step_panics_over_a_value_that_does_not_fit() {
    let mut random = Random(77);
    let mut misfits = 0;
    for _ in 0..3_000 {
        let schema = resource_of(schema(&mut random, 2, false));
        let block = &schema.block;
        let ty = block_type(block);
        let any = |random: &mut Random| {
            let value = config(random, block, 6);
            bent(random, &value, 12)
        };
        let [prior, given, planned, answer] = [(); 4].map(|()| any(&mut random));
        validate::config(block, &given, false);
        with_defaults(block, &given);
        let output = plan(PlanInput { schema, prior: &prior, proposed: &given, config: &given });
        check::plan_valid(block, &prior, &given, &planned);
        check::plan_valid(block, &prior, &given, &output.planned);
        check::object_compatible(block, &planned, &answer);
        check::replace_paths_exist(block, &prior, &planned, &[Path::root().attribute("a").index(7).key("b")]);
        read_state(schema, &prior, answer.clone());
        data_state(block, &given, answer.clone());
        let state = apply_state(schema, &planned, &given, &prior, answer);
        check::write_only_null(block, &state);
        check::wholly_known(block, &state);
        if !conform(&state, &ty).is_empty() {
            misfits += 1;
            assert!(check::conforms(block, &state).has_errors());
        }
    }
    assert!(misfits > 1_000, "only {misfits} values did not fit");
}
