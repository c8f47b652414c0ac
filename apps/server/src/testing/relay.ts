import net from 'node:net'

/**
 * A TCP relay to a socket file, as to a database on another machine, that can be cut like a real connection.
 */
export interface Relay {
  port: number
  /** Resets the `nth` of the open connections (modulo their number), or all of them. Returns how many. */
  reset(nth?: number): number
  /** Silences the `nth` of the open connections without closing it. */
  hush(nth: number): void
  close(): Promise<void>
}

export async function relayTo(socketFile: string): Promise<Relay> {
  const open = new Map<net.Socket, net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(socketFile)
    open.set(near, far)
    const end = () => {
      open.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const side of [near, far]) side.setNoDelay().on('error', end).on('close', end)
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo // it listens on a port
  const reset = (nth?: number) => {
    const all = [...open]
    const cut = nth === undefined ? all : all.slice(nth % Math.max(all.length, 1)).slice(0, 1)
    for (const [near, far] of cut) {
      near.resetAndDestroy()
      far.destroy()
    }
    return cut.length
  }
  return {
    port,
    reset,
    hush(nth) {
      const pair = [...open][nth]
      if (!pair) throw new Error(`there is no connection ${nth}`)
      const [near, far] = pair
      near.unpipe(far)
      far.unpipe(near)
      for (const side of pair) side.resume() // what arrives is lost
    },
    async close() {
      reset()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
