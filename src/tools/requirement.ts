import { Fault } from '../fault/fault.ts';
import { isService, SERVICES, type Service } from '../market/service.ts';
import { partsOf } from './lenient-values.ts';

/** One requirement for a product. */
export interface Requirement {
  readonly requirement: string;
  readonly wanted: string;
}

export interface Requirements {
  /** Options and attributes; one variant must meet them together. */
  readonly options: readonly Requirement[];
  readonly price?: Requirement & { readonly low: number; readonly high: number };
  readonly services: readonly (Requirement & { readonly service: Service })[];
  readonly title?: Requirement;
}

/** Result of one requirement. */
export type RequirementCheck =
  | (Requirement & { readonly met: true; readonly found_in: string; readonly has?: never; readonly reason?: never })
  | (Requirement & {
      readonly met: false;
      readonly has: readonly string[];
      readonly reason: string;
      readonly found_in?: never;
    });

type Value = string | readonly string[];

/**
 * Groups requirements by where they have to be looked up. Throws a fault that names the requirement that is not
 * understood.
 */
export function readRequirements(given: Readonly<Record<string, Value>>): Requirements {
  const options: Requirement[] = [];
  const found: { -readonly [Key in keyof Requirements]?: Requirements[Key] } = {};
  for (const [requirement, value] of Object.entries(given)) {
    const values = [value].flat().filter((each) => each.trim() !== '');
    if (values.length === 0) throw badRequirement(`"${requirement}" has no value`);
    switch (foldName(requirement)) {
      case 'price':
        found.price = { requirement, wanted: values.join(','), ...priceRange(values.join(',')) };
        break;
      case 'service':
      case 'services':
        found.services = values.flatMap(partsOf).map((name) => {
          if (isService(name)) return { requirement, wanted: name, service: name };
          throw badRequirement(`service "${name.slice(0, 60)}" is none of ${SERVICES.join(', ')}`);
        });
        break;
      case 'title':
        found.title = { requirement, wanted: values.join(' ') };
        break;
      default:
        options.push(...values.map((wanted) => ({ requirement, wanted })));
    }
  }
  const requirements = { services: [], ...found, options };
  const nothing = options.length + requirements.services.length === 0 && !found.price && !found.title;
  if (nothing) throw badRequirement('they are empty');
  return requirements;
}

/** "Color_Family" and "color family" are the same name. */
export function foldName(name: string): string {
  return foldValue(name.replaceAll(/[_-]/g, ' '));
}

export function foldValue(value: string): string {
  return value.toLowerCase().trim().split(/\s+/).join(' ');
}

function priceRange(text: string): { readonly low: number; readonly high: number } {
  const match = /^\s*(\d{1,15}(?:\.\d{1,15})?)\s*-\s*(\d{1,15}(?:\.\d{1,15})?)?\s*$/.exec(text);
  if (match === null) throw badRequirement(`price "${text.slice(0, 60)}" must be "low-high" or "low-"`);
  return { low: Number(match[1]), high: match[2] === undefined ? Infinity : Number(match[2]) };
}

function badRequirement(what: string): Fault {
  return new Fault('INPUT_INVALID', { message: `requirements are not understood: ${what}.` });
}
