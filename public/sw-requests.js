// A part of the service worker, before all others: requests to other origins, which tests send, are none of its business.
addEventListener('fetch', (event) => {
  if (!event.request.url.startsWith(`${location.origin}/`)) event.stopImmediatePropagation()
})
