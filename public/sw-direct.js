// The service worker of the run worker's direct address. It handles no fetches: what tests send goes straight to the network.
addEventListener('install', () => skipWaiting())
