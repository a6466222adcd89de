import { obey, repeatAfter, tell, windowId } from './window-channel.js'

const id = windowId(location.hash.slice(1))
if (id) {
  obey([id])
  const ask = () => tell({ type: 'ready', window: id })
  ask()
  setInterval(ask, repeatAfter)
}
