import { wholeWords } from '../../text/words.ts';
import type { Clause } from '../reading/wish.ts';

/** Common nouns at the end of attribute names. */
const HEADS = new Set(
  `type family material size capacity weight shape length rating time count style level levels pattern power method
   volume finish rate life duration source range closure thickness speed wattage standard color colour fabric diameter
   ports port system width depth ingredient voltage packaging flavor scent age resistance resolution settings coating
   height form temperature variety version model output hardness mode language protection control neckline compartments
   movement texture pack gender origin shade area content accuracy character load compatibility gauge function mechanism
   stage input design occasion construction insulation ratio environment orientation formulation concentration technology
   theme scale frequency angle class firmness grade base torque variation bundle opacity sleeves`.split(/\s+/),
);

export interface NamedValue {
  readonly name?: string;
  readonly value: string;
}

/**
 * Guesses name and value of an attribute from the wording, or from a noun that usually ends an attribute's name ("with
 * mandarin collar blouse neckline", "with measuring accuracy 2 mm").
 */
export function nameAttribute(clause: Clause): NamedValue {
  if (clause.fact?.kind === 'not') return { name: clause.fact.key, value: `not ${clause.value}` };
  if (clause.label !== undefined) return { name: clause.label.replaceAll(' ', '_'), value: clause.value };
  if (/^(?:from|by|made by|branded|of the brand)\b/i.test(clause.text)) {
    return { name: 'brand', value: clause.value.replace(/ brand$/i, '') };
  }
  const words = clause.value.split(/\s+/);
  const isHead = (word: string | undefined): boolean => HEADS.has(wholeWords(word ?? '').at(-1) ?? '');
  if (words.length >= 3 && isHead(words.at(-1)))
    return { name: words.slice(-2).join('_'), value: words.slice(0, -2).join(' ') };
  if (words.length >= 3 && isHead(words[1]))
    return { name: words.slice(0, 2).join('_'), value: words.slice(2).join(' ') };
  if (words.length >= 2 && isHead(words.at(-1))) return { name: words.at(-1)!, value: words.slice(0, -1).join(' ') };
  if (words.length >= 2 && isHead(words[0])) return { name: words[0]!, value: words.slice(1).join(' ') };
  return { value: clause.value };
}
