// What is compared with: a bare fetch loop in a worker that does the requests alone.
addEventListener('message', async ({ data: { url, count, header } }) => {
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    const response = await fetch(url, header ? { headers: { 'x-number': String(i) } } : {})
    await response.text()
  }
  postMessage(performance.now() - start)
})
