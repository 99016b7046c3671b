// A phone that was to be the camera came by plain http: the host's word goes along to the page over https.

const go = /** @type {HTMLAnchorElement} */ (document.getElementById("go"));
if (go && location.hash) go.href = `${go.href}eye${location.hash}`;
