/**
 * A shadow tree for an editor. The editor brings its styles at run time; in a shadow tree it adopts them as a
 * constructed sheet, which the strict policy of the page allows, and as a `style` element it does not.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  return root;
}
