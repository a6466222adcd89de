import { placesIn, writtenTexts } from '#engine/project/find/find.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { ProjectContext } from '../project-context.ts'
import { findTexts as t } from './texts.ts'

/** Offers to rename a variable also where it is used, once it has another name and nothing has the old one any more. */
export function offerUses({ workspace, dialogs }: ProjectContext, from: string, to: string): void {
  const head = workspace.head()
  if (!head || from === to || [head, ...head.environments, ...head.suites].some((one) => has(one, from))) return
  const cases = workspace.cases()
  if ([...cases.values()].some((one) => has(one, from))) return
  const wanted = { text: `\${${from}}`, matchCase: true }
  const uses = writtenTexts({ head, cases }).filter(({ text }) => placesIn(text, wanted).length > 0).length
  if (uses === 0) return
  const show = () => dialogs.show({ name: 'find', text: wanted.text, by: `\${${to}}` })
  showToast(t.uses(uses, from), 'info', { label: t.rename, onClick: show })
}

const has = ({ variables }: { variables: readonly { name: string }[] }, wanted: string): boolean =>
  variables.some(({ name }) => name === wanted)
