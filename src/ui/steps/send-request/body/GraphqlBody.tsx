import type { Component } from 'solid-js'
import { CodeEditor } from '../../../components/fields/CodeEditor.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import type { BodyProps } from './body-props.ts'
import { requestTabTexts as texts } from '../tab-texts.ts'

/** A GraphQL body: query, variables, operation. */
const GraphqlBody: Component<BodyProps<'graphql'>> = (props) => (
  <>
    <CodeEditor
      label={texts.labels.graphqlQuery}
      language="graphql"
      height="220px"
      value={props.body.query}
      readOnly={props.readOnly}
      onInput={(value) => props.edit(texts.edits.changeQuery, (body) => void (body.query = value), 'query')}
    />
    <h3 class="request-caption">{texts.graphqlVariables}</h3>
    <CodeEditor
      label={texts.labels.graphqlVariables}
      language="json"
      height="120px"
      value={props.body.variables}
      readOnly={props.readOnly}
      onInput={(value) => props.edit(texts.edits.changeVariables, (body) => void (body.variables = value), 'variables')}
    />
    <TextField
      label={texts.labels.operationName}
      code
      placeholder={texts.placeholders.operationName}
      value={props.body.operationName}
      readOnly={props.readOnly}
      onInput={(value) => props.edit(texts.edits.changeOperation, (body) => void (body.operationName = value), 'operationName')}
    />
  </>
)

export default GraphqlBody
