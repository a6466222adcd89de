import { For, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import Trash from 'lucide-solid/icons/trash'
import { methodFacts } from '#engine/design/facts.ts'
import type { Design } from '#engine/design/schemas.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useProject } from '../project-context.ts'
import { designTests, openDesign, removeDesign } from './open-designer.ts'
import { ModelFile } from './ModelFile.tsx'
import { designTexts } from './texts.ts'
import './designer.css'

const t = designTexts.tab

/** The tab "Designs" of a project: each design with its method, what it is of, and the tests that were made. */
const DesignsTab: Component = () => {
  const context = useProject()
  const { workspace } = context
  const designs = () => workspace.head()?.designs ?? []
  const sourceOf = ({ source }: Design): string => {
    if (!source) return ''
    if (source.operation !== undefined) return source.operation
    for (const one of workspace.cases().values())
      for (const step of one.steps) if (step.id === source.step) return `${one.name} > ${step.name}`
    return ''
  }
  const madeOf = ({ id }: Design): string =>
    (workspace.head()?.dataSources ?? []).flatMap((one) => ('design' in one && one.design === id ? [one.name] : [])).join(', ')
  const add = () => (
    <div class="designer-adds">
      <Button icon={Plus} disabled={workspace.readOnly()} onClick={() => designTests(context, { kind: 'project' })}>
        {t.new}
      </Button>
      <ModelFile />
    </div>
  )
  return (
    <div class="designs-tab">
      <Show when={designs().length > 0} fallback={<EmptyState title={t.none.title} text={t.none.text} action={add()} />}>
        {add()}
        <table class="designs-list" aria-label={t.list}>
          <thead>
            <tr>
              <th scope="col">{t.columns.name}</th>
              <th scope="col">{t.columns.method}</th>
              <th scope="col">{t.columns.of}</th>
              <th scope="col">{t.columns.made}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            <For each={designs()}>
              {(one) => (
                <tr>
                  <th scope="row">
                    <button type="button" class="designs-open" onClick={() => openDesign(context, one.id)}>
                      {one.name || designTexts.unnamed}
                    </button>
                  </th>
                  <td>{methodFacts[one.method].title}</td>
                  <td>{sourceOf(one)}</td>
                  <td>{madeOf(one)}</td>
                  <td>
                    <IconButton
                      label={designTexts.edits.remove(one.name || designTexts.unnamed)}
                      icon={Trash}
                      kind="danger"
                      disabled={workspace.readOnly()}
                      onClick={() => removeDesign(context, one)}
                    />
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
    </div>
  )
}

export default DesignsTab
