import type { Step } from '#engine/project/format/schema.ts'
import { factsOf, stepKindIds } from '#engine/steps/facts.ts'
import Layers from 'lucide-solid/icons/layers'
import type { Icon } from '../../components/icon.ts'
import { viewOf } from '../../steps/index.ts'
import { projectTexts as texts } from '../texts.ts'

/** An entry of the menu "Add step". */
interface AddStepItem {
  label: string
  detail: string | undefined
  icon: Icon
  onSelect(): void
}

/** What the menu "Add step" offers: every kind, in the order of their list, with what it is for as far as that is known. */
export const addStepItems = (
  add: (kind: Step['kind']) => void,
  about: Partial<Record<Step['kind'], string>> = {},
): AddStepItem[] =>
  stepKindIds().map((kind) => ({
    label: factsOf({ kind }).title,
    detail: about[kind],
    icon: viewOf(kind).icon,
    onSelect: () => add(kind),
  }))

/** The entry that adds the steps which most cases start with. */
export const usualStepsItem = (onSelect: () => void): AddStepItem => ({
  label: texts.usual.title,
  detail: texts.usual.about,
  icon: Layers,
  onSelect,
})
