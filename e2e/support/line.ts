import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy to the server. While it is cut, open connections break and new ones are refused. */
export async function openLine(target: string) {
  const { hostname, port } = new URL(target)
  const ends = new Set<Socket>()
  let whole = true
  const keep = (end: Socket) => {
    ends.add(end)
    end.on('error', () => {}) // 'close' follows and removes the socket
    end.on('close', () => ends.delete(end))
  }
  const server = createServer((near) => {
    keep(near)
    if (!whole) return void near.destroy()
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    whole = false
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a listening server always has a port
    cut,
    mend: () => void (whole = true),
    close() {
      cut()
      server.close()
    },
  }
}
