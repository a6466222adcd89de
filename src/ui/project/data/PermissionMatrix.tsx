import { For, Show, type Component } from 'solid-js'
import type { DataSource } from '#engine/data/schemas.ts'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { useProject } from '../project-context.ts'
import { runAsTexts } from './run-as-texts.ts'
import { permissionMatrix } from './permission-matrix.ts'
import './run-as.css'

/** Who may do what: the identities of a table with their last outcome in each case that runs as them. */
const PermissionMatrix: Component<{ source: DataSource }> = (props) => {
  const { workspace, session } = useProject()
  const t = runAsTexts.matrix
  const grid = () => permissionMatrix(props.source, workspace.cases().values(), (id) => session.case(id))
  return (
    <Show when={grid()}>
      {(found) => (
        <Section title={t.title}>
          <p class="run-as-note">{t.hint}</p>
          <div class="permission-matrix" tabindex="0" role="group" aria-label={t.title}>
            <table aria-label={t.title}>
              <thead>
                <tr>
                  <th scope="col">{t.identity}</th>
                  <For each={found().cases}>{({ name }) => <th scope="col">{name}</th>}</For>
                </tr>
              </thead>
              <tbody>
                <For each={found().rows}>
                  {(row) => (
                    <tr>
                      <th scope="row">{row.identity}</th>
                      <For each={row.cells}>
                        {(cell) => (
                          <td>
                            <Show when={cell.outcome} fallback={t.notRun}>
                              <OutcomeBadge outcome={cell.outcome} /> {cell.status}
                            </Show>
                          </td>
                        )}
                      </For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </div>
        </Section>
      )}
    </Show>
  )
}

export default PermissionMatrix
