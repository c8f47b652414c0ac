import { fail } from './refuse.ts'

// Counts the uploads under way in this process for each person: each holds an open file and disk
// space, however slow it is.

/**
 * A browser sends two at a time (web: ui/form/upload-field.tsx); one more leaves room for a second window.
 */
export const UPLOADS_AT_ONCE = 3
/** Most bytes of a person's simultaneous uploads; a single upload may be as large as its call allows. */
export const UPLOADED_AT_ONCE = 300_000_000

const underWay = new Map<string, { count: number; bytes: number }>()

export interface UnderWay {
  /** Call with the size of each chunk: what exceeds the announced size is counted too. */
  came(bytes: number): void
  end(): void
}

/**
 * Counts an upload as under way until its `end`. `announced`: its size in bytes; 0 if unknown, then it is
 * counted as it arrives. Throws TOO_MANY beyond the limits.
 */
export function beginUpload(who: string, announced: number): UnderWay {
  const its = underWay.get(who) ?? { count: 0, bytes: 0 }
  if (its.count >= UPLOADS_AT_ONCE)
    throw fail('TOO_MANY', `您有 ${its.count} 项上传正在进行，请等其中一项完成后再传`)
  let counted = 0
  const count = (bytes: number) => {
    if (its.count > 1 && its.bytes + bytes > UPLOADED_AT_ONCE)
      throw fail('TOO_MANY', '您正在上传的文件合计过大，请等其中一项完成后再传')
    its.bytes += bytes
    counted += bytes
  }
  const end = () => {
    its.bytes -= counted
    counted = 0
    its.count -= 1
    if (its.count === 0) underWay.delete(who)
  }
  its.count += 1
  underWay.set(who, its)
  try {
    count(announced)
  } catch (e) {
    end()
    throw e
  }
  let came = 0
  let ended = false
  return {
    came(bytes) {
      came += bytes
      if (came > counted) count(came - counted)
    },
    end() {
      if (!ended) end()
      ended = true
    },
  }
}
