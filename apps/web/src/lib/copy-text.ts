import { say } from './tell.ts'

/** The text of a field onto the clipboard; where the browser does not let us, it is chosen, to be copied. */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement | null) {
  try {
    await navigator.clipboard.writeText(text)
    say('success', '已复制到剪贴板')
  } catch {
    // A portal without TLS has no clipboard; its fields can be copied from by hand.
    field?.focus()
    field?.select()
    say('warning', '浏览器不允许写剪贴板，请在文本框中全选后复制')
  }
}
