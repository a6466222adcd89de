import type { Language } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import type { ConversePorts, LoadedProject, Said, SentPrompt } from '../turn.ts'
import type { Asked, Candidate } from '../understand/candidate.ts'

/** What a model made of a request, validated. */
export type ModelPlan = { sent: SentPrompt[] } & (
  | { kind: 'plan'; operations: PlanOperation[] }
  | { kind: 'ask'; slot: string; options: string[]; text: string }
  | { kind: 'answer' | 'refuse'; text: string }
  | { kind: 'none' }
)

/** Asks a model for a plan where the rules are unsure. */
export async function planByModel(
  _asked: Asked,
  _hint: Candidate | undefined,
  _loaded: LoadedProject,
  _said: Said,
  _ports: ConversePorts,
  _language: Language,
): Promise<ModelPlan> {
  return { kind: 'none', sent: [] }
}
