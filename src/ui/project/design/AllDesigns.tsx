import type { Component } from 'solid-js'
import ChevronLeft from 'lucide-solid/icons/chevron-left'
import { IconButton } from '../../components/IconButton.tsx'
import { useProject } from '../project-context.ts'
import { designTexts as t } from './texts.ts'

/** The way from a design, or from the choice of a new one, to the list of them. */
export const AllDesigns: Component = () => {
  const { workspace, router } = useProject()
  const open = () => {
    const project = workspace.localId()
    if (project) router.go({ project, tab: 'designs' })
  }
  return <IconButton class="designer-back" label={t.all} icon={ChevronLeft} onClick={open} />
}
