import { say } from './tell.ts'

/** Copies text to the clipboard. If the browser refuses, selects the field so that the user can copy it. */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement | null) {
  try {
    await navigator.clipboard.writeText(text)
    say('success', '已复制到剪贴板')
  } catch {
    // Without TLS the browser offers no clipboard; the user copies the selected field.
    field?.focus()
    field?.select()
    say('warning', '浏览器不允许写剪贴板，请在文本框中全选后复制')
  }
}
