// What is compared with: a bare Node fetch loop that does the requests alone. Arguments: address, number of requests.
const [, , url, count] = process.argv
for (let i = 0; i < Number(count); i++) {
  const response = await fetch(url, { headers: { 'x-number': String(i) } })
  await response.text()
}
