import type { Component } from 'solid-js'
import Trash from 'lucide-solid/icons/trash'
import { IconButton } from '../../../components/IconButton.tsx'
import { useDesigner } from '../designer-context.ts'

/** Takes a row of a model away: a parameter, a class, a rule, a transition, a constraint. */
export const RemoveRow: Component<{ label: string; onClick(): void }> = (props) => {
  const designer = useDesigner()
  return (
    <IconButton label={props.label} icon={Trash} kind="danger" disabled={designer.readOnly()} onClick={() => props.onClick()} />
  )
}
