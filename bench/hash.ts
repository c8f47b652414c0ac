// The raw hash rate of this machine: only the product's password check, on all its threads.
//
// usage: node bench/hash.ts <seconds>; prints hashes a second
import { hashPassword, verifyPassword } from '../apps/server/src/adapters/hashing/passwords.ts'

const seconds = Number(process.argv[2] ?? 3)
const phc = await hashPassword('Demo#2026')
const end = performance.now() + seconds * 1000
let done = 0
await Promise.all(
  Array.from({ length: 32 }, async () => {
    while (performance.now() < end) {
      await verifyPassword('Demo#2026', phc)
      done++
    }
  }),
)
console.log(done / seconds)
process.exit()
