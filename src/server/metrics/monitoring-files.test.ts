import { readFileSync } from 'node:fs';
import type { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { RACE_STATES } from '../../arena/race.ts';
import type { RunStatus } from '../../arena/tables.ts';
import { RACE_ALARM_STATES } from '../../board/wire.ts';
import type { FaultOwner } from '../../fault/fault-table.ts';
import { ValidatorMetrics } from '../../validator/work/metrics.ts';
import { ServerMetrics } from './server-metrics.ts';

const FOLDER = new URL('../../../deploy/monitoring/', import.meta.url);
const PAGE = new URL('../../../docs/operator.md', import.meta.url);

/** Labels that Prometheus adds to every series. */
const ADDED = ['job', 'instance'];

const RUN_STATUSES = [
  'CLAIMED',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'TIMED_OUT',
  'STALE',
  'CANCELLED',
] satisfies RunStatus[];
const RUN_OWNERS = ['agent', 'validator', 'platform', 'none'] satisfies (FaultOwner | 'none')[];

/** Values of labels that a selector may name. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'assay_http_request_seconds_count status': ['200', '404', '500', '503'],
  'assay_race_alarm state': RACE_ALARM_STATES,
  'assay_race_state state': RACE_STATES,
  'assay_runs owner': RUN_OWNERS,
  'assay_runs status': RUN_STATUSES,
  'assay_validator_runs_total owner': RUN_OWNERS,
  'assay_validator_runs_total status': ['SUCCESS', 'FAILED', 'TIMED_OUT', 'DROPPED'],
  'assay_validators state': ['alive', 'silent'],
};

/** Gauges of one process. Every process of an arena exports the same values of the others, which a sum would count again. */
const PER_PROCESS =
  /^assay_(?:process_|nodejs_|event_streams|leads$|database_up$|housekeeping_age_seconds$|metagraph_age_seconds$)/;

/** The exported series with their labels. */
function exported(): ReadonlyMap<string, readonly string[]> {
  const series = new Map<string, readonly string[]>();
  for (const registry of [new ServerMetrics().registry, new ValidatorMetrics().registry] as Registry[]) {
    for (const metric of registry.getMetricsAsArray()) {
      const { name, type, labelNames } = metric as unknown as { name: string; type: string; labelNames: string[] };
      series.set(name, labelNames);
      if (type !== 'histogram') continue;
      series.set(`${name}_bucket`, [...labelNames, 'le']);
      for (const part of ['sum', 'count']) series.set(`${name}_${part}`, labelNames);
    }
  }
  return series;
}

interface Used {
  readonly name: string;
  readonly labels: readonly string[];
  /** Label values that the selector names and that no series has. */
  readonly unknownValues: readonly string[];
}

function usedIn(expression: string): Used[] {
  return Array.from(expression.matchAll(/\b(assay_\w+)(?:\{([^}]*)\})?/g), ([, name, selector = '']) => {
    const matchers = Array.from(selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g));
    return {
      name: name!,
      labels: matchers.map(([, label]) => label!),
      unknownValues: matchers.flatMap(([, label, operator, value]) => unknownValues(name!, label!, operator!, value!)),
    };
  });
}

function unknownValues(name: string, label: string, operator: string, value: string): string[] {
  if (ADDED.includes(label)) return [];
  const known = VALUES[`${name} ${label}`] ?? [];
  const wanted = operator.endsWith('~') ? value.split('|') : [value];
  return wanted.filter((each) => {
    if (!operator.endsWith('~')) return !known.includes(each);
    return !known.some((one) => new RegExp(`^(?:${each})$`).test(one));
  });
}

/** Metrics that the expression adds up, directly or as a change over time. */
function summedIn(expression: string): string[] {
  const sums = expression.matchAll(/\bsum(?: by \([^)]*\))? ?\((?:\w+\()?(assay_\w+)/g);
  return Array.from(sums, ([, name]) => name!);
}

function gauges(): string[] {
  const metrics = new ServerMetrics().registry.getMetricsAsArray() as unknown as { name: string; type: string }[];
  return metrics.filter(({ type }) => type === 'gauge').map(({ name }) => name);
}

/** Expressions of the alert rules, each on one line. */
function alertExpressions(): string[] {
  const text = readFileSync(new URL('alerts.yaml', FOLDER), 'utf8');
  return Array.from(text.matchAll(/^\s+expr: (.+)$/gm), ([, expression]) => expression!);
}

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync(new URL('grafana-dashboard.json', FOLDER), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

describe('the files for monitoring', () => {
  const known = exported();

  it.each([
    ['alerts.yaml', alertExpressions()],
    ['grafana-dashboard.json', dashboardExpressions()],
  ])('the monitoring file %s uses exported metrics and labels', (_file, expressions) => {
    const used = expressions.flatMap(usedIn);
    expect(used.length).toBeGreaterThan(15);
    const unknown = used.filter(({ name }) => !known.has(name)).map(({ name }) => name);
    expect(unknown).toEqual([]);
    const wrong = used.filter(({ name, labels }) =>
      labels.some((label) => !ADDED.includes(label) && !known.get(name)!.includes(label)),
    );
    expect(wrong).toEqual([]);
    expect(used.filter((each) => each.unknownValues.length > 0)).toEqual([]);
  });

  it.each([
    ['alerts.yaml', alertExpressions()],
    ['grafana-dashboard.json', dashboardExpressions()],
  ])('the monitoring file %s counts an arena once, however many processes serve it', (_file, expressions) => {
    const shared = gauges().filter((name) => !PER_PROCESS.test(name));
    expect(shared).toContain('assay_runs');
    expect(expressions.flatMap(summedIn).filter((name) => shared.includes(name))).toEqual([]);
    expect(summedIn('sum by (owner) (delta(assay_runs{status="FAILED"}[1h]))')).toEqual(['assay_runs']);
    expect(summedIn('sum(max by (status) (assay_runs))')).toEqual([]);
  });

  it('every alert has a rule and a remedy', () => {
    const text = readFileSync(new URL('alerts.yaml', FOLDER), 'utf8');
    const count = (pattern: RegExp) => text.match(pattern)!.length;
    expect(count(/^ {6}- alert: Assay\w+$/gm)).toBe(alertExpressions().length);
    expect(count(/^ {10}action: /gm)).toBe(alertExpressions().length);
  });

  it('the rule tests of promtool expect every alert and feed it exported metrics', () => {
    const tests = readFileSync(new URL('alerts.test.yaml', FOLDER), 'utf8');
    const expected = Array.from(tests.matchAll(/alertname="(Assay\w+)"\}', value: 1/g), ([, name]) => name);
    const rules = readFileSync(new URL('alerts.yaml', FOLDER), 'utf8');
    expect(expected).toEqual(Array.from(rules.matchAll(/^ {6}- alert: (Assay\w+)$/gm), ([, name]) => name));
    const fed = Array.from(tests.matchAll(/series: '(assay_\w+)\{/g), ([, name]) => name!);
    expect(fed.length).toBeGreaterThan(15);
    expect(fed.filter((name) => !known.has(name))).toEqual([]);
  });

  it('recognises a metric name and label values that are not exported', () => {
    expect(usedIn('rate(assay_nothing{state="x",job=~"y"}[5m])')).toEqual([
      { name: 'assay_nothing', labels: ['state', 'job'], unknownValues: ['x'] },
    ]);
    expect(known.has('assay_nothing')).toBe(false);
    expect(usedIn('assay_runs{status="LOST",owner=~"agent|caller"}')[0]!.unknownValues).toEqual(['LOST', 'caller']);
  });

  it('the manual explains every exported metric', () => {
    const page = readFileSync(PAGE, 'utf8');
    const own = new ServerMetrics().registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => !/^assay_(process|nodejs)_/.test(name));
    expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
