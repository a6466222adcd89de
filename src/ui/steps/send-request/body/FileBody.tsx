import type { Component } from 'solid-js'
import { TextField } from '../../../components/fields/TextField.tsx'
import type { BodyProps } from './body-props.ts'
import { bodyFileTexts } from './file-texts.ts'
import { FileField } from './FileField.tsx'
import { requestTabTexts as texts } from '../tab-texts.ts'

/** A file as the body. */
const FileBody: Component<BodyProps<'file'>> = (props) => (
  <>
    <FileField
      label={texts.labels.file}
      path={props.body.file}
      readOnly={props.readOnly}
      onInput={(path) => props.edit(bodyFileTexts.edits.change, (draft) => void (draft.file = path), 'file')}
      onChosen={(path, mediaType) =>
        props.edit(bodyFileTexts.edits.choose, (draft) => {
          draft.file = path
          if (mediaType !== '' && ['', 'application/octet-stream'].includes(draft.mediaType)) draft.mediaType = mediaType
        })
      }
    />
    <TextField
      label={texts.labels.mediaType}
      code
      short
      value={props.body.mediaType}
      readOnly={props.readOnly}
      onInput={(value) => props.edit(texts.edits.changeMediaType, (draft) => void (draft.mediaType = value), 'mediaType')}
    />
  </>
)

export default FileBody
