import { afterEach, beforeEach, expect, it } from 'vitest';
import { exampleMarks } from '../../arena/likeness/example-marks.ts';
import { fillCodeForms } from '../../arena/likeness/fill-code-forms.ts';
import { clearFlag } from '../../arena/operator/clear-flag.ts';
import { discardVersion } from '../../arena/operator/mark-version.ts';
import { claimWork } from '../../arena/queue/claim-work.ts';
import { submitAgent } from '../../arena/submission/submit-agent.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { sampleSource } from '../../arena/testing/sample-copies.ts';
import { accepting } from '../../arena/testing/sample-submissions.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { versionStatus } from './version-status.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const source = sampleSource('careful_verifier.py');

onEveryEngine('copies of a program', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  /**
   * By default no program is marked as an example agent, so that an example agent counts as a contestant's own work.
   */
  async function submit(
    hotkey: string,
    text: string,
    {
      by = arena,
      exampleAgentMarks = new Set<number>(),
    }: { by?: SampleArena; exampleAgentMarks?: ReadonlySet<number> } = {},
  ) {
    arena.pass(SECOND);
    return await submitAgent(
      by,
      { hotkey, agentName: 'shopper', file: Buffer.from(text) },
      { analyse: accepting, exampleAgentMarks },
    );
  }
  const items = () => arena.database.reader.selectFrom('work_items').select('agent_version_id').execute();

  it('a copied program is evaluated once, for the first hotkey; the others are held without naming it', async () => {
    const first = await submit('first', source);
    expect(first).toMatchObject({ is_duplicate: false, is_flagged: false, queue: { state: 'QUEUED', position: 1 } });
    for (const hotkey of ['second', 'third', 'fourth']) {
      const copy = await submit(hotkey, source);
      expect(copy).toMatchObject({
        admission_status: 'ACCEPTED',
        is_duplicate: true,
        is_flagged: true,
        message: expect.stringContaining('submitted earlier by another contestant'),
        queue: { state: 'DISCARDED', position: null, reason: expect.stringContaining('scored once') },
      });
      const status = await versionStatus(arena, copy.agent_version_id);
      expect(status).toMatchObject({
        state: 'DISCARDED',
        phase: 'DISCARDED',
        final_score: null,
        removal_reason: expect.stringContaining('another contestant'),
      });
      for (const told of [canonicalJson(copy), canonicalJson(status)]) {
        expect(told).not.toContain(first.agent_version_id);
        expect(told).not.toMatch(/"first"/);
      }
    }
    expect(await items()).toEqual([{ agent_version_id: first.agent_version_id }]);
    const events = await readEvents(arena.database, 0, 100);
    const discarded = events.filter(({ what }) => what === 'version.discarded');
    expect(discarded.map(({ who }) => who)).toEqual(['arena', 'arena', 'arena']);
    for (const event of discarded) expect(canonicalJson(event.data)).not.toContain(first.agent_version_id);
    const work = await claimWork(arena, 'validator');
    expect(work?.agentVersionId).toBe(first.agent_version_id);
    expect(await claimWork(arena, 'another validator')).toMatchObject({ agentVersionId: first.agent_version_id });
  });

  it.each<[string, (text: string) => string]>([
    ['layout', (text) => text.replaceAll('    ', '\t').replaceAll('\n\ndef ', '\n\n\n\ndef ').replaceAll('\n', '\r\n')],
    [
      'comments and documentation',
      (text) => `# mine\n${text.replaceAll(/^( +)return /gm, '$1# so\n$1"""Done."""\n$1return ')}`,
    ],
    ['names', (text) => renamed(text)],
    ['all of them', (text) => `# mine\n${renamed(text).replaceAll('    ', '  ')}\n# end\n`],
  ])('a copied program is recognised despite changes: %s', async (_, disguise) => {
    await submit('author', source);
    const disguised = disguise(source);
    expect(disguised).not.toBe(source);
    expect(await submit('copier', disguised)).toMatchObject({ is_duplicate: true });
    expect(await items()).toHaveLength(1);
  });

  it('other programs and those built on an example agent are not copies', async () => {
    const starter = sampleSource('native_tools.py');
    const agents = [
      source,
      sampleSource('rank_by_model.py'),
      starter,
      `${starter}\nLIMIT = 3\n`,
      starter.replace(/"""[\s\S]*?"""/, '').replaceAll(/\b(\d+)\b/g, (digits) => `${Number(digits) + 1}`),
      starter
        .replace(/content": "[^"]+"/, 'content": "Shop with care."')
        .replace(/= "[^"]{10,}"/, '= "Shop with care."'),
    ];
    for (const [index, text] of agents.entries()) {
      const answer = await submit(`hotkey-${index}`, text, { exampleAgentMarks: exampleMarks() });
      expect(answer, `${index}`).toMatchObject({ is_duplicate: false, is_flagged: false, queue: { state: 'QUEUED' } });
    }
    expect(await items()).toHaveLength(agents.length);
  });

  it('a contestant may resubmit its own program, also after it was copied', async () => {
    await submit('author', source);
    expect(await submit('copier', renamed(source))).toMatchObject({ is_duplicate: true });
    arena.pass(13 * HOUR);
    expect(await submit('author', renamed(source))).toMatchObject({ is_duplicate: false });
    expect(await submit('copier', source)).toMatchObject({ is_duplicate: true });
  });

  it('a program submitted concurrently by several hotkeys is evaluated once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => submit(`hotkey-${index}`, source)));
    expect(answers.filter(({ is_duplicate }) => !is_duplicate)).toHaveLength(1);
    expect(await items()).toHaveLength(1);
  });

  it('a held copy is evaluated when an operator clears the flag', async () => {
    const { agent_version_id: original } = await submit('author', source);
    const { agent_version_id: held } = await submit('other', source);
    const act = { who: 'operator', reason: 'They work together.' };
    expect(await clearFlag(arena, held, act)).toEqual({ agentVersionId: held, isQueued: true });
    expect(await clearFlag(arena, held, act)).toEqual({ agentVersionId: held, isQueued: false });
    expect((await items()).map(({ agent_version_id }) => agent_version_id).sort()).toEqual([original, held].sort());
    expect(await versionStatus(arena, held)).toMatchObject({ state: 'QUEUED', removal_reason: null });
    const [event, ...more] = (await readEvents(arena.database, 0, 100)).filter(
      ({ what }) => what === 'version.flag_cleared',
    );
    expect(event).toMatchObject({ who: 'operator', why: 'They work together.' });
    expect(more).toEqual([]);
    // It stays a copy of the first; the next submission is not a copy of this one.
    expect(await submit('third', source)).toMatchObject({ is_duplicate: true });
  });

  it('a copy that the operator discarded for another reason stays discarded when its flag is cleared', async () => {
    await submit('author', source);
    const { agent_version_id: held } = await submit('other', source);
    await discardVersion(arena, held, { who: 'operator', reason: 'It leaks.' });
    const act = { who: 'operator', reason: 'They work together.' };
    expect(await clearFlag(arena, held, act)).toEqual({ agentVersionId: held, isQueued: false });
    expect(await versionStatus(arena, held)).toMatchObject({ state: 'DISCARDED', removal_reason: 'It leaks.' });
  });

  it('an example agent is held without a flag, and can be cleared as well', async () => {
    const given = { exampleAgentMarks: exampleMarks() };
    await submit('one', source, given);
    const held = await submit('two', source, given);
    expect(held).toMatchObject({ is_duplicate: true, is_flagged: false, queue: { state: 'DISCARDED' } });
    const act = { who: 'operator', reason: 'Both may try it.' };
    expect(await clearFlag(arena, held.agent_version_id, act)).toMatchObject({ isQueued: true });
  });

  it('a copy is recognised when the first version is older than the comparison', async () => {
    await submit('author', source);
    await arena.database.withTransaction(
      async (transaction) => void (await transaction.updateTable('agent_versions').set({ code_form: null }).execute()),
    );
    expect(await submit('one', source)).toMatchObject({ is_duplicate: true });
    expect(await submit('two', renamed(source))).toMatchObject({ is_duplicate: false });
    expect(await fillCodeForms(arena)).toBe(1);
    expect(await fillCodeForms(arena)).toBe(0);
    expect(await submit('three', `# late\n${source}`)).toMatchObject({ is_duplicate: true });
  });

  it('copies are evaluated each time if the policy says so', async () => {
    const submissions = { ...arena.policy.submissions, scoreCopiesOnce: false };
    const lenient = { ...arena, policy: { ...arena.policy, submissions } };
    await submit('author', source, { by: lenient });
    expect(await submit('copier', source, { by: lenient })).toMatchObject({ is_duplicate: false });
    expect(await items()).toHaveLength(2);
  });
});

/** Renames the functions of the file, as an editor would. */
function renamed(text: string): string {
  const own = [...text.matchAll(/^def (\w+)\(/gm)].map((match) => match[1]!).filter((name) => name !== 'agent_main');
  return own.reduce((changed, name) => changed.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}_mine`), text);
}
