// The designer of a form may write a parse function for an interface's answer. It runs in a frame without
// origin and network, in a worker that is terminated after a second (public/parse-room.html,
// docs/decisions/081). Its input and output are JSON.

type Reply = { json: string } | { fault: 'text' | 'thrown' | 'late' }

const PARSE_WRONG = '请输入正确的解析函数'
const sentences = {
  text: PARSE_WRONG,
  thrown: '解析函数出错，请检查接口返回的内容和解析函数',
  late: '解析函数运行时间过长，已停止',
}
/** A timeout longer than the frame's own limit for a function: after it the frame counts as hung. */
const PATIENCE_MS = 5_000

let room: Promise<HTMLIFrameElement> | null = null

function openRoom(): Promise<HTMLIFrameElement> {
  room ??= new Promise<HTMLIFrameElement>((resolve) => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = '数据解析'
    frame.hidden = true
    frame.addEventListener('load', () => resolve(frame), { once: true })
    frame.src = '/parse-room.html'
    document.body.append(frame)
  })
  return room
}
/** Removes the frame with anything that hangs in it; the next call opens a new one. */
function closeRoom(): void {
  void room?.then((frame) => frame.remove())
  room = null
}

function askRoom(text: string, answer?: string): Promise<Reply> {
  return new Promise((resolve) => {
    const { port1: ours, port2: theirs } = new MessageChannel()
    const end = (reply: Reply): void => {
      clearTimeout(timer)
      ours.close()
      resolve(reply)
    }
    const timer = setTimeout(() => {
      closeRoom()
      end({ fault: 'late' })
    }, PATIENCE_MS)
    ours.onmessage = ({ data }: MessageEvent<Reply>) => end(data)
    // A frame without origin can only be addressed by '*'; the port goes only into our own frame.
    void openRoom().then((frame) => frame.contentWindow?.postMessage({ text, answer }, '*', [theirs]))
  })
}

/**
 * Runs a parse function on an answer.
 *
 * @returns The function's result as JSON. Rejects with a Chinese sentence if the text is no function, if it
 *   throws, or if it takes longer than a second.
 */
export async function runParse(text: string, answer: unknown): Promise<unknown> {
  const reply = await askRoom(text, JSON.stringify(answer ?? null))
  if ('fault' in reply) throw new Error(sentences[reply.fault])
  return JSON.parse(reply.json) as unknown
}

/** A Chinese sentence if a text is no function expression; `null` if it is one. Calls nothing. */
export async function judgeParse(text: string): Promise<string | null> {
  return 'fault' in (await askRoom(text)) ? PARSE_WRONG : null
}
