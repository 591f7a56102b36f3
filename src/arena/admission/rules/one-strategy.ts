import { type Finding, finding, quote } from '../finding.ts';
import type { SourceFacts } from '../source-facts.ts';
import type { Subject } from '../subject.ts';

/** Variables that the arena sets to the same value for every agent. */
const ARENA_VARIABLES = new Set([
  'SANDBOX_PROXY_URL',
  'SANDBOX_MODEL',
  'SANDBOX_OUTPUT_FILE',
  'CHUTES_ACCESS_TOKEN',
  'INFERENCE_ACCESS_TOKEN',
  'INFERENCE_BASE_URL',
  'INFERENCE_PROVIDER',
  'INFERENCE_STATS_FILE',
  'REQUEST_LOG_FILE',
  'PROBLEM_DATA',
]);

/** Date functions. Time limits do not need them. */
const CALENDAR =
  /(^|\.)(datetime|date)\.(now|utcnow|today|fromtimestamp)$|^time\.(localtime|gmtime|ctime|asctime|strftime|tzname)$/;
const CLOCKS = /^time\.(time|time_ns|monotonic|monotonic_ns|perf_counter|perf_counter_ns)$/;
const SEEDS = /(^|\.)(random\.seed|random\.Random|seed)$/;
const ENVIRONMENT = /^os\.(getenv|environ)\b/;
const HOST = /^(platform|getpass|uuid\.getnode|uuid\.uuid1|socket\.gethostname|os\.uname|sys\.platform|time\.tzname)\b/;
const HOST_FILES = /^\/(proc|sys|etc|dev|var|home|root)\b|\/etc\/hostname|machine-id/;
/** A hotkey address, which identifies validators and contestants. */
const ADDRESS = /\b5[1-9A-HJ-NP-Za-km-z]{47}\b/;
/** Seconds since 1970 have been above this for decades; no time limit is. */
const EPOCH = 100_000_000;

type Dependent = Pick<SourceFacts['conditions'][number], 'calls' | 'reads' | 'names' | 'operators' | 'largest'>;

/** Code that could make an agent behave differently in different places or at different times. A person reviews it. */
export function* oneStrategy({ facts, bindings }: Subject): Generator<Finding> {
  const paths = (each: Dependent) => [...each.calls, ...each.reads].map((path) => bindings.resolve(path));
  const isClock = (each: Dependent) => paths(each).some((path) => CLOCKS.test(path) || CALENDAR.test(path));
  const clocks = derived(facts, isClock);
  const isEnvironment = (each: Dependent) => paths(each).some((path) => ENVIRONMENT.test(path));
  const environment = derived(facts, isEnvironment);
  const usesAny = (each: Dependent, names: ReadonlySet<string>) => each.names.some((name) => names.has(name));

  for (const call of facts.calls) {
    const path = bindings.resolve(call.callee);
    if (CALENDAR.test(path)) yield finding('CLOCK', call, `${call.callee}() reads the date or the time of day.`);
    if (SEEDS.test(path) && (isClock(call) || usesAny(call, clocks) || call.count === 0)) {
      yield finding('CLOCK_SEED', call, `${call.callee}() takes its seed from the clock.`);
    }
    if (HOST.test(path)) yield finding('HOST_IDENTITY', call, `${call.callee}() identifies the machine.`);
    const name = call.arguments[0];
    if (ENVIRONMENT.test(path) && !(typeof name === 'string' && ARENA_VARIABLES.has(name))) {
      yield finding('ENVIRONMENT', call, `${call.callee}() reads the environment.`);
    }
  }
  for (const { path, key, ...place } of facts.lookups) {
    const arenas = key !== null && ARENA_VARIABLES.has(key);
    if (ENVIRONMENT.test(bindings.resolve(path)) && !arenas) {
      yield finding('ENVIRONMENT', place, `${path}[…] reads the environment.`);
    }
  }
  for (const condition of facts.conditions) {
    if (isEnvironment(condition) || usesAny(condition, environment)) {
      yield finding('ENVIRONMENT', condition, 'A decision depends on the environment.');
    }
    const byClock = isClock(condition) || usesAny(condition, clocks);
    if (byClock && (condition.operators.includes('Mod') || condition.largest >= EPOCH)) {
      yield finding('CLOCK', condition, 'A decision depends on the time.');
    }
  }
  for (const assignment of facts.assignments) {
    if ((isClock(assignment) || usesAny(assignment, clocks)) && assignment.operators.includes('Mod')) {
      yield finding('CLOCK', assignment, 'A choice depends on the time.');
    }
  }
  for (const { path, ...place } of facts.attributes) {
    const resolved = bindings.resolve(path);
    if (bindings.isImported(path) && HOST.test(resolved)) {
      yield finding('HOST_IDENTITY', place, `${path} identifies the machine.`);
    }
  }
  for (const { text, kind, ...place } of facts.texts) {
    if (kind === 'number') continue;
    if (HOST_FILES.test(text)) yield finding('HOST_IDENTITY', place, `${quote(text)} is a path on the machine.`);
    else if (ADDRESS.test(text))
      yield finding('HOST_IDENTITY', place, `${quote(text)} contains the address of a hotkey or host.`);
  }
}

/** Functions that only convert a value to another form. */
const CONVERSIONS = /(^|\.)(str|int|float|bool|len|hash|ord|lower|upper|strip|split|replace|get|startswith|endswith)$/;

/**
 * Variables whose value comes from such a source, directly or through other variables, but not through a function other
 * than a conversion.
 */
function derived(facts: SourceFacts, isSource: (each: Dependent) => boolean): ReadonlySet<string> {
  const uses = new Map<string, SourceFacts['assignments']>();
  for (const assignment of facts.assignments) {
    // The answer of a model is not a fact about the environment, even if the model's name came from the environment.
    if (!assignment.calls.every((path) => CONVERSIONS.test(path))) continue;
    for (const name of assignment.names) {
      const known = uses.get(name);
      if (known === undefined) uses.set(name, [assignment]);
      else known.push(assignment);
    }
  }
  const names = new Set(facts.assignments.filter(isSource).flatMap(({ targets }) => targets));
  // Iterating over a set also visits elements added during the iteration.
  for (const name of names) {
    for (const { targets } of uses.get(name) ?? []) for (const target of targets) names.add(target);
  }
  return names;
}
