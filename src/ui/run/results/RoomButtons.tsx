import type { Component } from 'solid-js'
import Maximize2 from 'lucide-solid/icons/maximize-2'
import Minimize2 from 'lucide-solid/icons/minimize-2'
import PanelBottom from 'lucide-solid/icons/panel-bottom'
import PanelRight from 'lucide-solid/icons/panel-right'
import X from 'lucide-solid/icons/x'
import { IconButton } from '../../components/IconButton.tsx'
import type { PanelRoom } from '../run-context.ts'
import { messageTexts } from './message-texts.ts'

/** Gives the run panel more room, moves it, or folds it away. */
export const RoomButtons: Component<{ room: PanelRoom }> = (props) => (
  <>
    <IconButton
      label={props.room.beside() ? messageTexts.room.below : messageTexts.room.beside}
      icon={props.room.beside() ? PanelBottom : PanelRight}
      disabled={props.room.fills()}
      onClick={() => props.room.setBeside(!props.room.beside())}
    />
    <IconButton
      label={props.room.fills() ? messageTexts.room.restore : messageTexts.room.fill}
      icon={props.room.fills() ? Minimize2 : Maximize2}
      onClick={() => props.room.setFills(!props.room.fills())}
    />
    <IconButton label={messageTexts.room.hide} icon={X} onClick={() => props.room.hide()} />
  </>
)
