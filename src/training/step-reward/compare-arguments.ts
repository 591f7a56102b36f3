import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { mean } from '../../statistics/mean.ts';
import { partsOf } from '../../tools/lenient-values.ts';
import { foldName, foldValue } from '../../tools/requirement.ts';
import { bestMatching } from './best-matching.ts';
import { idsIn, queryWords, rangeIn, rangeOverlap, sharedF1 } from './likeness.ts';
import { kindOf, type ParameterKind } from './parameter-kind.ts';

/**
 * Similarity of two calls' arguments from 0 to 1: the mean over all parameters that either call has, so that an extra
 * parameter costs as much as a missing one. Both must be read by `readCall`.
 */
export function compareArguments(one: JsonObject, other: JsonObject, sameTarget = false): number {
  const parameters = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  if (parameters.length === 0) return 1;
  const likeness = (parameter: string): number => {
    if (!Object.hasOwn(one, parameter) || !Object.hasOwn(other, parameter)) return 0;
    if (parameter === 'q' && sameTarget) return 1;
    return compareValues(kindOf(parameter), one[parameter], other[parameter]);
  };
  return mean(parameters.map(likeness));
}

function compareValues(kind: ParameterKind, one: unknown, other: unknown): number {
  switch (kind) {
    case 'words':
      return bothTexts(one, other, (left, right) => sharedF1(queryWords(left), queryWords(right)));
    case 'ids':
      return bothTexts(one, other, (left, right) => sharedF1(idsIn(left), idsIn(right)));
    case 'list':
      return bothTexts(one, other, (left, right) => sharedF1(partsOf(left), partsOf(right)));
    case 'amounts':
      return bothTexts(one, other, (left, right) => sharedF1(amountsIn(left), amountsIn(right)));
    case 'range':
      return bothTexts(one, other, compareRanges);
    case 'requirements':
      return isJsonObject(one) && isJsonObject(other) ? compareRequirements(one, other) : 0;
    case 'items':
      return compareItems(one, other);
    case 'value':
      return canonicalJson(one) === canonicalJson(other) ? 1 : 0;
  }
}

function bothTexts(one: unknown, other: unknown, compare: (one: string, other: string) => number): number {
  return typeof one === 'string' && typeof other === 'string' ? compare(one, other) : 0;
}

function amountsIn(text: string): readonly string[] {
  return partsOf(text).map((part) => String(Number(part)));
}

function compareRanges(one: string, other: string): number {
  const [left, right] = [rangeIn(one), rangeIn(other)];
  if (left === undefined || right === undefined) return one.trim() === other.trim() ? 1 : 0;
  return rangeOverlap(left, right);
}

/** Compares names and values with the tool's own equality; price, service and title by their own kinds. */
function compareRequirements(one: JsonObject, other: JsonObject): number {
  return compareArguments(named(one), named(other));
}

function named(requirements: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(requirements).map(([name, value]) => {
      const values = [value].flat().map(String);
      switch (foldName(name)) {
        case 'price':
          return ['price', values.join(',')];
        case 'service':
        case 'services':
          return ['service', values.join(',')];
        case 'title':
          return ['q', values.join(' ')];
        default:
          // The space prevents a collision between an attribute's name and a parameter.
          return [`requirement ${foldName(name)}`, values.map(foldValue).sort()];
      }
    }),
  );
}

function compareItems(one: unknown, other: unknown): number {
  if (!Array.isArray(one) || !Array.isArray(other)) return 0;
  const [left, right] = [one.filter(isJsonObject), other.filter(isJsonObject)];
  const most = Math.max(left.length, right.length);
  if (most === 0) return 1;
  return bestMatching(left.map((item) => right.map((wanted) => compareArguments(item, wanted)))).weight / most;
}
