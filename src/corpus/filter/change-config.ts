import { Fault } from '../../fault/fault.ts';
import { FILTER_CONFIG, type FilterConfig } from './filter-config.ts';

/** Changes one threshold of a config, named as in `filter.json`: `minimumQuality=0.7`, `agency.agenticFrom=0.8`. */
export function changeConfig(config: FilterConfig, change: string): FilterConfig {
  const [, path, value] = /^([A-Za-z.]+)=(.+)$/.exec(change) ?? [];
  const changed = path === undefined ? undefined : changeAt(config, path.split('.'), value!);
  if (changed !== undefined) return changed as FilterConfig;
  throw new Fault('USAGE', {
    message: `"${change.slice(0, 80)}" is not a threshold.`,
    remedy: `Write NAME=NUMBER with one of ${thresholdNames(config).join(', ')}.`,
  });
}

export function thresholdNames(config: object): string[] {
  return thresholds(config).map(([name]) => name);
}

type Threshold = readonly [name: string, value: unknown];

function thresholds(config: object, prefix = ''): Threshold[] {
  return Object.entries(config).flatMap(([name, value]): Threshold[] => {
    if (prefix === '' && name === 'version') return [];
    return typeof value === 'object' ? thresholds(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]];
  });
}

/** How a config differs from the usual one: `maximumTokens 24576 instead of 14336`. */
export function changedThresholds(config: object): string[] {
  const usual = new Map(thresholds(FILTER_CONFIG));
  return thresholds(config)
    .filter(([name, value]) => usual.has(name) && value !== usual.get(name))
    .map(([name, value]) => `${name} ${value} instead of ${usual.get(name)}`);
}

function changeAt(config: object, [name, ...rest]: readonly string[], value: string): object | undefined {
  if (name === undefined || !Object.hasOwn(config, name) || name === 'version') return undefined;
  const before: unknown = config[name as keyof typeof config];
  if (typeof before === 'object' && before !== null) {
    const inner = changeAt(before, rest, value);
    return inner && { ...config, [name]: inner };
  }
  if (rest.length > 0) return undefined;
  if (typeof before === 'boolean')
    return /^(?:true|false)$/.test(value) ? { ...config, [name]: value === 'true' } : undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? { ...config, [name]: number } : undefined;
}
