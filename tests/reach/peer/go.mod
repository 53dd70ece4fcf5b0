module peer

go 1.25

require github.com/hashicorp/terraform-plugin-framework v1.19.0
