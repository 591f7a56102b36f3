import type { Random } from '../../random/random.ts';

const OPENINGS =
  'al ar bel bri cal cor dal del el en fal gar hal il jun kal kor lan lor mar mer nal nor or pal per quin ral rin sal ser tal tor ul val ver wil xan yor zan'.split(
    ' ',
  );
const MIDDLES = 'a e i o u an en in on ar er or al el il ova ira eta omi usa'.split(' ');
const CLOSINGS =
  'da dex dia do fin go ka la lia lo lux ma mi mo na nex nia no ra ria ro sa ta tec ti to va via vo x za zen'.split(
    ' ',
  );
const LETTERS = 'ABCDEFGHJKLMNPQRSTVWXZ';

/** An invented series name, one of about twenty thousand, so that the catalogue has rare words like a real one. */
export function seriesName(random: Random): string {
  const name = random.pick(OPENINGS) + random.pick(MIDDLES) + random.pick(CLOSINGS);
  return name[0]!.toUpperCase() + name.slice(1);
}

/** A model code such as "KX-240" or, with one of the editions, "T9 Pro". */
export function modelCode(random: Random, editions: readonly string[]): string {
  const letters = random.pick([...LETTERS]) + (random.chance(0.6) ? random.pick([...LETTERS]) : '');
  const digits = random.chance(0.4) ? 1 + random.integer(99) : 100 + random.integer(900);
  const code = `${letters}${random.chance(0.35) ? '-' : ''}${digits}`;
  return random.chance(0.3) ? `${code} ${random.pick(editions)}` : code;
}
