import { fail } from './refuse.ts'

// Uploads that are under way in this process, by person: each holds a file open and some of the disk, however
// slowly it comes.

/**
 * A browser sends two at a time (web: ui/form/upload-field.tsx); one more leaves room for a second window.
 */
export const UPLOADS_AT_ONCE = 3
/** What comes beside another one; a form that comes alone may be as large as its call takes. */
export const UPLOADED_AT_ONCE = 300_000_000

const underWay = new Map<string, { count: number; bytes: number }>()

export interface UnderWay {
  /** So many bytes more came than were announced. */
  came(bytes: number): void
  end(): void
}

/**
 * Counts one in until its `end`. `announced`: how large it says it is; 0 when it does not say, then it counts
 * as it comes.
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
