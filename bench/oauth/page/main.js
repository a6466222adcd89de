/** Opens a PFX file, as base64, in a worker of its own, several times; milliseconds of each. */
window.openPfx = (key, password, times) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./key-worker.js', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    worker.postMessage({ key, password, times })
  })
