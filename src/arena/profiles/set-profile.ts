import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { appendEvent } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Arena } from '../arena.ts';
import { type OperatorAct, reasonOf } from '../operator/operator-act.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { nameForm, type Profile, parseLink, parseName } from './profile-rules.ts';

/**
 * Minimum time between two changes by one hotkey: a name that keeps changing identifies no one, and every change is an
 * event.
 */
const WAIT_MILLISECONDS = 3_600_000;

/**
 * Sets how a hotkey is shown. Of two similar names, the first stays. Setting the same profile again changes nothing.
 */
export async function setProfile(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  hotkey: string,
  wanted: Profile,
): Promise<Profile> {
  const profile = {
    name: wanted.name === null ? null : parseName(wanted.name),
    link: wanted.link === null ? null : parseLink(wanted.link),
  };
  await database.withTransaction(async (transaction) => {
    const before = await transaction.selectFrom('profiles').selectAll().where('hotkey', '=', hotkey).executeTakeFirst();
    if ((before?.name ?? null) === profile.name && (before?.link ?? null) === profile.link) return;
    const wait = before === undefined ? 0 : before.updated_at + WAIT_MILLISECONDS - now();
    if (wait > 0) throw tooSoon(wait);
    await refuseLookalike(transaction, hotkey, profile.name);
    const values = {
      ...profile,
      name_form: profile.name === null ? null : nameForm(profile.name),
      updated_at: now(),
    };
    await transaction
      .insertInto('profiles')
      .values({ hotkey, ...values })
      .onConflict((conflict) => conflict.column('hotkey').doUpdateSet(values))
      .execute();
    await appendEvent(transaction, {
      who: hotkey,
      what: 'hotkey.named',
      when: now(),
      why: 'Its owner changed its display name or link.',
      subject: `hotkey ${hotkey}`,
      // The hash, not the name: an operator can remove an insulting name from the profile but not from the ledger.
      data: { hotkey, profile_sha256: sha256(canonicalJson(profile)) },
    });
  });
  return profile;
}

/** An operator removes the name and link of a hotkey. Its owner may set others after the usual wait. */
export async function clearProfile(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  hotkey: string,
  act: OperatorAct,
): Promise<{ readonly cleared: boolean }> {
  const why = reasonOf(act);
  return await database.withTransaction(async (transaction) => {
    const cleared = await transaction
      .updateTable('profiles')
      .set({ name: null, name_form: null, link: null, updated_at: now() })
      .where('hotkey', '=', hotkey)
      .where(({ eb, or }) => or([eb('name', 'is not', null), eb('link', 'is not', null)]))
      .returning('hotkey')
      .executeTakeFirst();
    if (cleared === undefined) return { cleared: false };
    await appendEvent(transaction, {
      who: act.who,
      what: 'hotkey.name_cleared',
      when: now(),
      why,
      subject: `hotkey ${hotkey}`,
      data: { hotkey },
    });
    return { cleared: true };
  });
}

async function refuseLookalike(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  name: string | null,
): Promise<void> {
  if (name === null) return;
  const form = nameForm(name);
  const profile = await transaction
    .selectFrom('profiles')
    .select('name')
    .where('name_form', '=', form)
    .where('hotkey', '!=', hotkey)
    .executeTakeFirst();
  const validators = await transaction
    .selectFrom('validators')
    .select('name')
    .where('name', 'is not', null)
    .where('hotkey', '!=', hotkey)
    .execute();
  // Names given by an operator are not in `profiles`.
  const other = profile ?? validators.find((validator) => nameForm(validator.name ?? '') === form);
  if (other === undefined) return;
  throw new Fault('NAME_TAKEN', {
    message: `“${name}” looks like “${other.name}”, which another hotkey has.`,
    remedy: 'Choose a name that differs in more than case, separators or similar characters.',
  });
}

function tooSoon(wait: number): Fault {
  const seconds = Math.ceil(wait / 1_000);
  return new Fault('RATE_LIMIT_EXCEEDED', {
    message: `A display name can be changed once an hour; the next change is possible in ${seconds} s.`,
    remedy: 'Wait, and set it again.',
    extra: { remaining_seconds: seconds },
  });
}
