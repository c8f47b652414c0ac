import './prose.css'

/**
 * Rich text, shown. It was cleaned by the server when it was written (kernel/html.ts), and the page's CSP runs no script
 * that might have come along: nothing but what a call of the contract names `…Html` may be handed over here.
 */
export function RichView({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
