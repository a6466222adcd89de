import { createMemo, For, Show, type Component } from 'solid-js'
import ArrowUpRight from 'lucide-solid/icons/arrow-up-right'
import { placeOf } from '#engine/project/edit/places.ts'
import { Button } from '../components/Button.tsx'
import { helpPages } from '../page/help-pages.ts'
import { useProject, type ProjectContext } from '../project/project-context.ts'
import { assistantTexts as texts } from './texts.ts'

interface Link {
  label: string
  open(): void
}

/** What an answer is about, as buttons: cases of the open project, and pages of the help. */
export const AnswerLinks: Component<{ about: readonly string[] }> = (props) => {
  const context = useProject()
  const links = createMemo(() => props.about.flatMap((one) => linkOf(one, context) ?? []))
  return (
    <Show when={links().length > 0}>
      <div class="assistant-options" role="group" aria-label={texts.links}>
        <For each={links()}>
          {({ label, open }) => (
            <Button small icon={ArrowUpRight} onClick={open}>
              {label}
            </Button>
          )}
        </For>
      </div>
    </Show>
  )
}

function linkOf(about: string, { workspace, router, dialogs, panes }: ProjectContext): Link | undefined {
  const [, page, anchor] = /^docs\/([\w-]+)\.md(?:#([\w-]+))?$/.exec(about) ?? []
  const known = helpPages.find(({ name }) => name === page)
  if (known) {
    const request = { name: 'help', page: known.name, ...(anchor === undefined ? {} : { anchor }) } as const
    return { label: texts.help(known.title), open: () => dialogs.show(request) }
  }
  const project = workspace.localId()
  const name = placeOf(workspace.head(), about)?.head.name
  if (project === undefined || name === undefined) return undefined
  return {
    label: name,
    open: () => {
      router.go({ project, case: about })
      panes.showPage('steps')
    },
  }
}
