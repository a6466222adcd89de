import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { Step } from '#engine/project/schema.ts'
import type { Memory } from '../memory.ts'
import type { KnownCase } from '#engine/case-builder/project-index.ts'
import type { ConversePorts, LoadedProject, Turn } from '../turn.ts'
import type { Asked } from '../understand/candidate.ts'
import { caseOf } from '../understand/names.ts'
import { fixOf } from './fix.ts'
import type { Texts } from './texts.ts'
import { checkText, transferText } from '#engine/case-builder/change-set/check-words.ts'

/** A case step by step, as people read it. */
export const explainCase = ({ suite, one }: KnownCase, texts: Texts): string =>
  texts.explain(one.name, suite.name, one.steps.map(stepText))

function stepText(step: Step): string {
  const off = step.disabled ? ' (off)' : ''
  if (isSendRequestStep(step)) return `${step.name}: ${step.method} ${step.url}${off}`
  if (isAssertionStep(step)) return `${step.name}: ${step.checks.map(checkText).join('; ')}${off}`
  if ('transfers' in step) return `${step.name}: ${step.transfers.map(transferText).join(', ')}${off}`
  return `${step.name}: ${factsOf(step).title}${off}`
}

type Told = Pick<Turn, 'kind' | 'text' | 'proposal'>

/** Why the last run failed, in the run's own words, with what would let it pass as a proposal. */
export async function explainFailure(
  memory: Memory,
  { index, named, focus, answers }: Asked,
  loaded: LoadedProject | undefined,
  texts: Texts,
  ports: ConversePorts,
): Promise<Told> {
  const label = named.find(({ what }) => what === 'case')?.label ?? focus.case
  const wanted = caseOf(index, label)?.one.id
  const failure = memory.failures.find(({ caseId }) => caseId === wanted) ?? memory.failures[0]
  if (!failure) return { kind: 'answer', text: texts.say.noFailures }
  const where = [failure.suite, failure.case, failure.step].filter(Boolean).join(' > ')
  const text = texts.why(where, failure.text, failure.hint ?? '')
  const proposal = loaded && fixOf(failure, loaded, answers, texts, ports)
  return proposal ? { kind: 'proposal', text, proposal } : { kind: 'answer', text }
}
