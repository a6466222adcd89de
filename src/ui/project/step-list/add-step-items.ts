import type { Step } from '#engine/project/schema.ts'
import { factsOf, stepKindIds } from '#engine/steps/facts.ts'
import Layers from 'lucide-solid/icons/layers'
import type { Icon } from '../../components/icon.ts'
import { viewOf } from '../../steps/index.ts'
import { texts } from '../texts.ts'

/** An entry of the menu "Add step". */
interface AddStepItem {
  label: string
  detail: string
  icon: Icon
  onSelect(): void
}

/** What the menu "Add step" offers: every kind, in the order of their list. */
export const addStepItems = (add: (kind: Step['kind']) => void): AddStepItem[] =>
  stepKindIds().map((kind) => {
    const { icon, about } = viewOf(kind)
    return { label: factsOf({ kind }).title, detail: about, icon, onSelect: () => add(kind) }
  })

/** The entry that adds the steps which most cases begin with. */
export const usualStepsItem = (onSelect: () => void): AddStepItem => ({
  label: texts.usual.title,
  detail: texts.usual.about,
  icon: Layers,
  onSelect,
})
