package main

import "github.com/hashicorp/terraform-plugin-framework/resource"

// more are the resources of a generated schema.
var more []func() resource.Resource
