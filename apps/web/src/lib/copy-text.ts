import { say } from './tell.ts'

/** Copies text to the clipboard. If the browser refuses, selects `shown`, from which the user can copy it. */
export async function copyText(text: string, shown?: HTMLElement | null) {
  try {
    await navigator.clipboard.writeText(text)
    say('success', '已复制到剪贴板')
  } catch {
    // Without TLS the browser offers no clipboard.
    if (shown instanceof HTMLInputElement) {
      shown.focus()
      shown.select()
    } else if (shown) document.getSelection()?.selectAllChildren(shown)
    const way = shown ? '内容已选中，请自行复制' : '请在文本框中全选后复制'
    say('warning', `浏览器不允许写剪贴板，${way}`)
  }
}
