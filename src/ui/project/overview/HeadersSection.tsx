import type { Component } from 'solid-js'
import { inheritedHeaders, type HeaderLevels } from '#engine/project/inherited-headers.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Section } from '../../components/layout/Section.tsx'
import { useEditorContext } from '../../steps/editor-context.ts'
import { AuthFields } from '../../steps/send-request/auth/AuthFields.tsx'
import { HeaderRows } from '../../steps/send-request/headers/HeaderRows.tsx'
import { overviewTexts } from './overview-texts.ts'
import { useProject } from '../project-context.ts'
import './headers.css'

type Headers = SendRequestStep['headers']

/** What has headers for the requests below it. */
interface Holder {
  id: string
  headers?: Headers | undefined
}

/** The authorization and the headers that the requests of a project, a suite or a case send. */
const HeadersSection: Component<{
  level: 'project' | 'suite' | 'case'
  holder: Holder
  /** What contains it. */
  around: HeaderLevels
  readOnly: boolean
  edit(label: string, recipe: (draft: Holder) => void, merge?: string): void
}> = (props) => {
  const { router, workspace } = useProject()
  const editors = useEditorContext()
  const t = overviewTexts.headers
  const rows = (): Headers => props.holder.headers ?? []
  const offered = () => inheritedHeaders({ headers: [], body: { type: 'none' } }, props.around)
  const edit = (label: string, recipe: (headers: Headers) => void, merge?: string) =>
    props.edit(
      label,
      (draft) => {
        const headers = structuredClone((draft.headers ?? []).map((row) => ({ ...row })))
        recipe(headers)
        if (headers.length > 0) draft.headers = headers
        else delete draft.headers
      },
      merge && `headers/${merge}`,
    )
  const open = (level: 'project' | 'suite' | 'case') => {
    const project = workspace.localId()
    const suite = workspace.head()?.suites.find(({ cases }) => cases.some(({ id }) => id === props.holder.id))?.id
    if (project) router.go(level === 'suite' && suite ? { project, suite } : { project })
  }
  /** The variables in which steps keep tokens, the nearest first. */
  const tokens = () => [...new Set(editors.variables().flatMap(({ name }) => (/token$/i.test(name) ? [name] : [])))]
  return (
    <Section title={t.title} group={t.title} collapsed={rows().length === 0}>
      <p class="overview-hint">{t.hint[props.level]}</p>
      <div class="overview-headers">
        <AuthFields
          carriers={{ headers: rows(), query: [] }}
          readOnly={props.readOnly}
          edit={(label, recipe, merge) => edit(label, (headers) => recipe({ headers, query: [] }), merge)}
          offered={offered()}
          onOpen={open}
          tokens={tokens()}
          below
        />
        <HeaderRows headers={rows()} readOnly={props.readOnly} edit={edit} offered={offered()} onOpen={open} via="auto" />
      </div>
    </Section>
  )
}

export default HeadersSection
