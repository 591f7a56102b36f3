import { readFileSync } from 'node:fs';
import type { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ValidatorMetrics } from '../../validator/work/metrics.ts';
import { ServerMetrics } from './server-metrics.ts';

const FOLDER = new URL('../../../deploy/monitoring/', import.meta.url);
const PAGE = new URL('../../../docs/operator.md', import.meta.url);

/** Labels that Prometheus adds to every series. */
const ADDED = ['job', 'instance'];

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
}

function usedIn(expression: string): Used[] {
  return Array.from(expression.matchAll(/\b(assay_\w+)(?:\{([^}]*)\})?/g), ([, name, selector = '']) => ({
    name: name!,
    labels: Array.from(selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g), ([, label]) => label!),
  }));
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
  });

  it('every alert has a rule and a remedy', () => {
    const text = readFileSync(new URL('alerts.yaml', FOLDER), 'utf8');
    const count = (pattern: RegExp) => text.match(pattern)!.length;
    expect(count(/^ {6}- alert: Assay\w+$/gm)).toBe(alertExpressions().length);
    expect(count(/^ {10}action: /gm)).toBe(alertExpressions().length);
  });

  it('recognises a metric name that is not exported', () => {
    expect(usedIn('rate(assay_nothing{state="x",job=~"y"}[5m])')).toEqual([
      { name: 'assay_nothing', labels: ['state', 'job'] },
    ]);
    expect(known.has('assay_nothing')).toBe(false);
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
