import type { Step } from '#engine/project/schema.ts'
import { factsOf, stepKindIds } from '#engine/steps/facts.ts'
import type { Icon } from '../../components/icon.ts'
import { viewOf } from '../../steps/index.ts'

/** What the menu "Add step" offers: every kind, in the order of their list. */
export const addStepItems = (add: (kind: Step['kind']) => void): { label: string; icon: Icon; onSelect(): void }[] =>
  stepKindIds().map((kind) => ({ label: factsOf({ kind }).title, icon: viewOf(kind).icon, onSelect: () => add(kind) }))
