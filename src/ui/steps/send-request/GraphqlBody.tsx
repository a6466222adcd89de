import type { Component } from 'solid-js'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { TextField } from '../../components/TextField.tsx'
import type { BodyProps } from './BodyEditor.tsx'

/** A GraphQL body: query, variables, operation. */
export const GraphqlBody: Component<BodyProps<'graphql'>> = (props) => (
  <>
    <CodeEditor
      label="GraphQL query"
      language="graphql"
      height="220px"
      value={props.body.query}
      readOnly={props.readOnly}
      onInput={(value) => props.edit('Change query', (body) => void (body.query = value), 'query')}
    />
    <h3 class="request-caption">Variables</h3>
    <CodeEditor
      label="GraphQL variables"
      language="json"
      height="120px"
      value={props.body.variables}
      readOnly={props.readOnly}
      onInput={(value) => props.edit('Change variables', (body) => void (body.variables = value), 'variables')}
    />
    <TextField
      label="Operation name"
      code
      placeholder="only if the query holds several"
      value={props.body.operationName}
      readOnly={props.readOnly}
      onInput={(value) => props.edit('Change operation', (body) => void (body.operationName = value), 'operationName')}
    />
  </>
)
