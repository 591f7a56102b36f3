import { conductSections } from './conduct-sections.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import { htmlPage } from './html-page.ts';
import { markdownPage } from './markdown-page.ts';
import type { ReportSection } from './report-section.ts';
import { publishedSection, resultSections } from './result-sections.ts';

export interface ReportPages {
  readonly html: string;
  readonly markdown: string;
}

/** The same page as HTML and as Markdown. */
export function reportPages(report: EvaluationReport): ReportPages {
  const { suite, market, runs } = report;
  const title = `Evaluation on ${suite.name}`;
  const settings = new Set(
    runs.map(
      (run) =>
        `${run.harness} tools, ${run.calls} calls, ${run.max_observation === undefined ? '' : `results of at most ${run.max_observation} characters, `}${run.k} samples at temperature ${run.temperature}, seed ${run.seed}`,
    ),
  );
  const facts = [
    `${suite.kind === 'heldout' ? 'Held-out suite' : 'Dev suite'} ${suite.name} (${suite.digest.slice(0, 12)}), in a market of ${market.products} products (${market.source}).`,
    [...settings].join('; '),
  ];
  const sections: readonly ReportSection[] = [
    ...resultSections(report),
    ...conductSections(report),
    { title: 'What these problems can and cannot resolve', list: report.resolution },
    planSection(report),
    publishedSection(report),
  ];
  return { html: htmlPage(title, facts, sections), markdown: markdownPage(title, facts, sections) };
}

function planSection({ plan }: EvaluationReport): ReportSection {
  const title = 'Plan';
  if (plan === null)
    return { title, paragraphs: ['No plan was given: every pair counts as planned and is corrected for.'] };
  if (plan.findings.length === 0)
    return {
      title,
      paragraphs: [`The runs follow the plan ${plan.hash.slice(0, 12)}, which was registered before them.`],
    };
  return { title, paragraphs: [`The runs deviate from the plan ${plan.hash.slice(0, 12)}:`], list: plan.findings };
}
